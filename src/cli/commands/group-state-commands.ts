import { type Act, change, SYSTEM } from '../../db/db.ts'
import { Halt, Invalid, problem } from '../../errors.ts'
import type { Group } from '../../groups/group.ts'
import { groupState } from '../../groups/group-state.ts'
import { findGroup } from '../../groups/groups-store.ts'
import type { StateDeed } from '../../groups/service/service-group.ts'
import { setGroupState } from '../../groups/service/set-group-state.ts'
import { type Call, given, needed, PROGRAM, type Run } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { print, printJson, shown } from '../print.ts'

/** `group suspend` */
export const runGroupSuspend = running('group_suspended')
/** `group resume` */
export const runGroupResume = running('group_resumed')
/** `group delete` */
export const runGroupDelete = running('group_deleted')
/** `group restore` */
export const runGroupRestore = running('group_restored')

function running(deed: StateDeed): Run {
  return async (call) => {
    const group = await withDatabase(call, ({ db }) =>
      change(db, SYSTEM, (act) => setState(act, call, deed)),
    ).catch(tellRestore(call))
    const { id, handle, name } = group
    const state = groupState(group)
    if (call.switches.has('json')) return printJson({ group: { id, handle, name, state } })
    print(`The group ${shown(name)} is ${state}.`)
  }
}

/** A deleted group stays what it is: its command comes first. */
function tellRestore(call: Call): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Invalid && error.problems.some(({ code }) => code === 'deleted_group')))
      throw error
    const command = `${PROGRAM} group restore --group ${needed(call, 'group')}`
    throw new Halt(`Nothing was changed: the group is deleted. Restore it first: ${command}`)
  }
}

async function setState(act: Act, call: Call, deed: StateDeed): Promise<Group> {
  const handle = needed(call, 'group')
  const group = await findGroup(act.tx, handle)
  if (group !== null) await setGroupState(act, { id: group.id, deed, typed_name: given(call, 'name') ?? '' })
  const changed = group === null ? null : await findGroup(act.tx, handle)
  if (changed === null) throw new Invalid([problem('group', 'no_group', { handle })])
  return changed
}
