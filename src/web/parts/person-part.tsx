import type { VNode } from 'preact'
import { displayName, initials, type User } from '../../users/user.ts'

/** A person or bot: initials in a circle, and the name. */
export function Person({ user }: { user: Pick<User, 'name'> }): VNode {
  return (
    <span class="person">
      <i aria-hidden="true">{initials(user)}</i>
      <span>{displayName(user)}</span>
    </span>
  )
}
