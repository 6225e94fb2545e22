import type { User } from '../../users/user.ts'
import type { Visitor } from './visit.ts'

/**
 * What remains of a deleted poll, thread or group for people who could see it: when it was deleted, and by
 * whom. Nothing of what it said. `visitor` null: anyone who has an open link.
 */
export type Remains = {
  what: 'poll' | 'thread' | 'group'
  at: Date
  by: User | null
  visitor: Visitor | null
  came_by: 'link' | 'session'
  /** Its group, which they knew. */
  group: { id: number; handle: string; name: string }
}

/** Admins, in whose history it is, and the person who did it. */
export function mayKnowWhoDeleted({ by, visitor, came_by }: Remains): boolean {
  return came_by === 'session' && visitor !== null && (visitor.admin || visitor.id === by?.id)
}
