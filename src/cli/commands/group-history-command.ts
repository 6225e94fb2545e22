import { Invalid, problem, refuse } from '../../errors.ts'
import type { FieldChange } from '../../events/field-change.ts'
import { HISTORY_PARTS, type HistoryPart } from '../../events/kind-facts.ts'
import { findGroup } from '../../groups/groups-store.ts'
import { type HistoryEntry, oneForEachAct } from '../../members/history/history-entry.ts'
import { type History, loadHistory } from '../../members/history/load-history.ts'
import { listedNames } from '../../users/shown-names.ts'
import { type Call, given, needed, PROGRAM } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { minute, print, printJson, printTable } from '../print.ts'
import { commandLines } from '../terminal.ts'

const PER = 50

/** `group history` */
export async function runGroupHistory(call: Call): Promise<void> {
  const handle = needed(call, 'group')
  const { part, before } = readWish(call)
  const history = await withDatabase(call, async ({ db }) => {
    const group = await findGroup(db.pool, handle)
    if (group === null) throw new Invalid([problem('group', 'no_group', { handle })])
    return loadHistory(db.pool, { group_id: group.id, before, per: PER, part })
  })
  if (call.switches.has('json')) return printJson(asJson(history))
  printEntries(history)
  if (history.before === null) return
  const older = `${PROGRAM} group history --group ${handle} --before ${history.before}`
  print(`\nOlder entries:\n\n${commandLines(older)}`)
}

/** The part and the number before which to go on. Throws Invalid with everything that is wrong with them. */
function readWish(call: Call): { part: HistoryPart | null; before: number | null } {
  const [wished, text] = [given(call, 'part'), given(call, 'before')]
  const part = HISTORY_PARTS.find((name) => name === wished) ?? null
  refuse([
    ...(wished === null || part !== null ? [] : [problem('part', 'not_one_of', { list: HISTORY_PARTS })]),
    ...(text === null || /^\d{1,15}$/.test(text) ? [] : [problem('before', 'no_integer')]),
  ])
  return { part, before: text === null ? null : Number(text) }
}

function printEntries(history: History): void {
  const entries = oneForEachAct(history.entries)
  const people = entries.flatMap(({ actor, person }) => [actor ?? [], person ?? []].flat())
  const names = listedNames(people, true)
  const nameOf = (user: HistoryEntry['actor']) => (user === null ? null : (names.get(user.id) ?? null))
  printTable(
    ['WHEN', 'WHAT', 'BY', 'ABOUT', 'CHANGES'],
    entries.map(({ at, what, actor, person, title, place, changes }) => [
      minute(at),
      what,
      nameOf(actor) ?? '-',
      [nameOf(person), place ?? title].filter((part) => part !== null).join(', ') || '-',
      changes.map(changeWords).join(', ') || '-',
    ]),
    'There are no entries.',
  )
}

/** name: Mill Lane (before: Mill Lane Co-op) */
function changeWords({ field, from, to }: FieldChange): string {
  if (from === null && to === null) return field
  return from === null ? `${field}: ${to}` : `${field}: ${to ?? 'none'} (previously: ${from})`
}

function asJson({ entries, before }: History): object {
  const personOf = (user: HistoryEntry['actor']) => (user === null ? null : { id: user.id, name: user.name })
  return {
    history: entries.map(({ what, at, actor, person, title, subject_id, changes }) => ({
      kind: what,
      created_at: at,
      actor: personOf(actor),
      person: personOf(person),
      title,
      subject_id,
      changes,
    })),
    before,
  }
}
