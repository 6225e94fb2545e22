import type { Act } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { Invalid, problem, refuse } from '../errors.ts'
import { singleLine } from '../text/one-line.ts'
import { checkLocale } from '../users/profile.ts'
import { newPublicKey } from '../users/secret.ts'
import { readAddress } from '../users/user.ts'
import { ensurePeople } from '../users/users-store.ts'
import { checkGroup, type Group, handleChoices, suggestHandle } from './group.ts'
import {
  addToMemberCounts,
  findGroup,
  type NewGroup as GroupRow,
  insertGroup,
  takenHandles,
} from './groups-store.ts'
import { insertAdminMember } from './memberships-store.ts'

export type NewGroup = {
  name: string
  /** Empty: a free one is chosen. */
  handle: string
  admin_email: string
  parent_handle: string | null
  locale?: string | null
}

/**
 * Creates a group with its first admin, who is a member at once; `parent_handle` makes it a subgroup. Invalid
 * when the name, the handle (also if taken), the address or the parent is wrong.
 */
export async function createGroup(
  { tx }: Act,
  request: NewGroup,
): Promise<{ group: Group; admin: { id: number; email: string } }> {
  const email = readAddress(request.admin_email)
  const parent = request.parent_handle === null ? null : await findGroup(tx, request.parent_handle)
  const no_parent = parent === null || parent.deleted_at !== null
  refuse([
    ...checkGroup(request),
    ...checkLocale(request.locale ?? null),
    ...(email === null ? [problem('admin_email', 'no_address')] : []),
    ...(request.parent_handle !== null && no_parent
      ? [problem('parent', 'no_group', { handle: request.parent_handle })]
      : []),
  ])
  const address = email ?? ''
  const [admin_id = 0] = await ensurePeople(tx, [address])
  const { locale = parent?.locale ?? null } = request
  const handles =
    request.handle === '' ? await freeHandles(tx, { name: request.name, parent, locale }) : [request.handle]
  const row = { name: singleLine(request.name), parent_id: parent?.id ?? null, creator_id: admin_id, locale }
  const group = await insertUnder(tx, handles, row)
  await insertAdminMember(tx, group.id, admin_id)
  await addToMemberCounts(tx, group.id, { memberships: 1, admins: 1 })
  return { group, admin: { id: admin_id, email: address } }
}

/** The first of these handles that is free goes to the group. Invalid: none is. */
async function insertUnder(
  tx: Queryable,
  handles: string[],
  row: Omit<GroupRow, 'key' | 'handle'>,
): Promise<Group> {
  for (const handle of handles) {
    const id = await insertGroup(tx, { ...row, key: newPublicKey(), handle })
    const group = id === null ? null : await findGroup(tx, handle)
    if (group !== null) return group
    // Another group took it just now: the next one, which costs one more statement.
  }
  throw new Invalid([problem('handle', 'handle_taken')])
}

/**
 * Free handles from the name, for a subgroup after its parent's; the last one is by chance, as in most
 * languages of Asia, where no letter of a name is usable.
 */
async function freeHandles(
  tx: Queryable,
  { name, parent, locale }: { name: string; parent: Group | null; locale: string | null },
): Promise<string[]> {
  const whole = parent === null ? name : `${parent.handle} ${name}`
  const choices = handleChoices(suggestHandle(whole, locale))
  const taken = await takenHandles(tx, choices)
  return [...choices.filter((one) => !taken.has(one)), `group-${newPublicKey().toLowerCase()}`]
}
