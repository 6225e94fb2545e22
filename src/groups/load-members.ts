import { dated, type Json } from '../db/facts.ts'
import type { Queryable } from '../db/sql.ts'
import type { User } from '../users/user.ts'
import { admitKey, type PresentedKey, requirePermission } from './api-key.ts'
import type { ListedMembership } from './group.ts'
import { type GroupFacts, groupFacts, keyFacts } from './group-facts.ts'
import { readMembers } from './member-reads.ts'

/** A page of a group's memberships, pending ones too, with their people; `total` counts all of them. */
export type MembersPage = {
  memberships: ListedMembership[]
  users: User[]
  total: number
  in_group: GroupFacts
}

/**
 * The memberships of the key's group, by id. Forbidden: the key may not be used, or lacks read_memberships.
 */
export async function loadMembers(
  db: Queryable,
  hash: Buffer,
  paging: { per: number; from: number },
): Promise<MembersPage & { key: PresentedKey }> {
  const row = await readMembers(db, hash, paging)
  const key = admitKey(keyFacts(row.key), row.now)
  requirePermission(key, 'read_memberships')
  const in_group = groupFacts(row.in_group)
  const memberships = row.members.map(({ user, ...membership }) => ({
    ...dated<ListedMembership>(membership as Json),
    email: String(user['email']),
  }))
  const users = row.members.map(({ user }) => dated<User>(user))
  return { memberships, users, total: in_group.counts.memberships, in_group, key }
}
