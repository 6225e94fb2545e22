import type { Act } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { Invalid, problem, refuse } from '../errors.ts'
import { singleLine } from '../text/one-line.ts'
import { checkLocale } from '../users/profile.ts'
import { newPublicKey } from '../users/secret.ts'
import { readAddress } from '../users/user.ts'
import { ensurePeople } from '../users/users-store.ts'
import { checkGroup, type Group, handleChoices, suggestHandle } from './group.ts'
import { addToMemberCounts, findGroup, insertGroup, takenHandles } from './groups-store.ts'
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
  const handle = request.handle || (await chooseHandle(tx, { name: request.name, parent, locale }))
  const id = await insertGroup(tx, {
    key: newPublicKey(),
    handle,
    name: singleLine(request.name),
    parent_id: parent?.id ?? null,
    creator_id: admin_id,
    locale,
  })
  const group = id === null ? null : await findGroup(tx, handle)
  if (group === null) throw new Invalid([problem('handle', 'handle_taken')])
  await insertAdminMember(tx, group.id, admin_id)
  await addToMemberCounts(tx, group.id, { memberships: 1, admins: 1 })
  return { group, admin: { id: admin_id, email: address } }
}

/**
 * A free handle from the name, for a subgroup after its parent's. By chance when no letter is usable, as in
 * most languages of Asia.
 */
async function chooseHandle(
  tx: Queryable,
  { name, parent, locale }: { name: string; parent: Group | null; locale: string | null },
): Promise<string> {
  const whole = parent === null ? name : `${parent.handle} ${name}`
  const choices = handleChoices(suggestHandle(whole, locale))
  const taken = await takenHandles(tx, choices)
  return choices.find((one) => !taken.has(one)) ?? `group-${newPublicKey().toLowerCase()}`
}
