import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { groupFacts } from '../groups/group-facts.ts'
import { type MembersPage, peopleOf } from '../groups/load-members.ts'
import { admitKey, type PresentedKey } from './api-key.ts'
import { keyFacts } from './key-facts.ts'
import { readMembers } from './key-members-reads.ts'

/**
 * The memberships of the key's group, by id, for keys with read_memberships. Forbidden: the key may not be
 * used.
 */
export async function loadKeyMembers(
  db: Queryable,
  hash: Buffer,
  paging: { per: number; from: number },
): Promise<MembersPage & { key: PresentedKey }> {
  const row = await readMembers(db, hash, paging)
  const key = admitKey(keyFacts(row.key), row.now)
  if (row.in_group === null) throw new NotFound()
  const in_group = groupFacts(row.in_group)
  return { ...peopleOf(row.members), total: in_group.counts.memberships, in_group, key }
}
