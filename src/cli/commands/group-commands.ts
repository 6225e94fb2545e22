import { type Act, change, SYSTEM } from '../../db/db.ts'
import { Invalid, problem } from '../../errors.ts'
import { createGroup } from '../../groups/create-group.ts'
import { editGroup } from '../../groups/edit-group.ts'
import type { Group } from '../../groups/group.ts'
import { groupState } from '../../groups/group-state.ts'
import { findGroup, listGroups } from '../../groups/groups-store.ts'
import { type Call, given, needed, PROGRAM } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { minute, print, printJson, printTable, shown } from '../print.ts'
import { commandLines } from '../terminal.ts'

/** `group create`, before the first start of the service too. */
export async function runGroupCreate(call: Call): Promise<void> {
  const request = {
    name: needed(call, 'name'),
    handle: needed(call, 'handle'),
    admin_email: needed(call, 'admin-email'),
    parent_handle: given(call, 'parent'),
    ...(given(call, 'locale') === null ? {} : { locale: given(call, 'locale') }),
  }
  const { group, admin } = await withDatabase(
    call,
    ({ db }) => change(db, SYSTEM, (act) => createGroup(act, request)),
    { may_create: true },
  )
  const { id, key, handle, name } = group
  if (call.switches.has('json')) return printJson({ group: { id, key, handle, name }, admin })
  print(
    `Created the group ${shown(name)} (handle ${handle}, key ${key}, id ${id}) with ${admin.email} as admin.`,
  )
  print(`\nNext, a key for your program:\n\n  ${PROGRAM} key create --group ${handle} --name "My program"`)
}

/** `group edit`: missing options change nothing. */
export async function runGroupEdit(call: Call): Promise<void> {
  const { group, differs } = await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, (act) => edit(act, call)),
  )
  const { id, handle, name, description, locale } = group
  if (call.switches.has('json')) return printJson({ group: { id, handle, name, description, locale } })
  const saved = `the group ${shown(name)} (handle ${handle}, language ${locale ?? 'none'}).`
  print(differs ? `Saved ${saved}` : `No changes were made to ${saved}`)
}

async function edit(act: Act, call: Call): Promise<{ group: Group; differs: boolean }> {
  const handle = needed(call, 'group')
  const group = await findGroup(act.tx, handle)
  if (group === null) throw new Invalid([problem('group', 'no_group', { handle })])
  const text = (option: string, kept: string | null) => {
    const value = given(call, option)
    return value === null ? kept : value.trim() || null
  }
  const edited = {
    ...group,
    name: given(call, 'name')?.trim() ?? group.name,
    description: text('description', group.description),
    locale: text('locale', group.locale),
  }
  const differs = await editGroup(act, edited)
  return { group: edited, differs }
}

/** `group list` */
export async function runGroupList(call: Call): Promise<void> {
  const groups = await withDatabase(call, ({ db }) => listGroups(db.pool))
  if (call.switches.has('json')) {
    return printJson({
      groups: groups.map((group) => {
        const { id, key, handle, name, parent_id, memberships, pending_memberships, created_at } = group
        const counts = { memberships, pending_memberships }
        return { id, key, handle, name, parent_id, ...counts, state: groupState(group), created_at }
      }),
    })
  }
  printTable(
    ['ID', 'HANDLE', 'NAME', 'MEMBERS', 'INVITED', 'STATE', 'KEY', 'CREATED'],
    groups.map((group) => {
      const { id, handle, name, memberships, pending_memberships: invited, key, created_at } = group
      const counts = [`${memberships - invited}`, `${invited}`]
      return [`${id}`, handle, name, ...counts, groupState(group), key, minute(created_at)]
    }),
    `There are no groups yet. Create one:\n\n${commandLines(`${PROGRAM} group create --help`)}`,
  )
}
