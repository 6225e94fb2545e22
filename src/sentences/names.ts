import { fullName } from '../groups/group.ts'
import type { GroupFacts } from '../groups/group-facts.ts'
import { oneLine } from '../text/one-line.ts'
import { displayName, type User } from '../users/user.ts'

/** A group's name in messages: with its parent's, on one line. */
export function groupName({ group, parent }: GroupFacts): string {
  return oneLine(fullName(group, parent))
}

/** A person's or program's name in sentences; null: nobody. */
export function personName(user: Pick<User, 'name'> | null): string | null {
  return user === null ? null : displayName(user)
}

/** A person's or program's name on one line; null when it has none. */
export function nameOf(user: Pick<User, 'name'> | null): string | null {
  const name = oneLine(user?.name ?? '')
  return name === '' ? null : name
}
