import type { VNode } from 'preact'
import { displayName, initials, type User } from '../../users/user.ts'

/** A person or bot: initials in a circle, and the name, or the name `shown` in this group. */
export function Person({
  user,
  shown = displayName(user),
}: {
  user: Pick<User, 'name'>
  shown?: string | undefined
}): VNode {
  return (
    <span class="person">
      <i aria-hidden="true">{initials(user)}</i>
      <bdi>{shown}</bdi>
    </span>
  )
}
