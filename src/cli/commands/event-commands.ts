import { type Act, change, SYSTEM } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { listSetAside, retrySetAside } from '../../events/set-aside-store.ts'
import { type Call, PROGRAM } from '../args/command.ts'
import { readIds } from '../args/key-options.ts'
import { withDatabase } from '../database.ts'
import { minute, print, printJson, printTable } from '../print.ts'
import { everyPage } from './every-page.ts'

/** `event list` */
export async function runEventList(call: Call): Promise<void> {
  const events = await withDatabase(call, ({ db }) => everyPage((paging) => listSetAside(db.pool, paging)))
  if (call.switches.has('json')) return printJson({ events })
  printTable(
    ['ID', 'KIND', 'GROUP', 'HAPPENED', 'SET ASIDE', 'REASON'],
    events.map(({ id, kind, group_handle, created_at, set_aside_at, reason }) => [
      `${id}`,
      kind,
      group_handle,
      minute(created_at),
      minute(set_aside_at),
      reason,
    ]),
    'No events were set aside.',
  )
}

/** `event retry` */
export async function runEventRetry(call: Call): Promise<void> {
  const ids = readIds(call)
  const retried = await withDatabase(call, ({ db }) => change(db, SYSTEM, (act) => retry(act, ids)))
  if (call.switches.has('json')) return printJson({ retried })
  print(
    retried === 0
      ? 'No events were set aside.'
      : `Retrying ${retried} ${retried === 1 ? 'event' : 'events'}.`,
  )
}

/** Retries all named events or none; without names, all events there are. */
async function retry({ tx }: Act, ids: number[]): Promise<number> {
  const retried = await retrySetAside(tx, ids.length === 0 ? null : ids)
  if (retried < ids.length) throw new NotFound('not_found.events', { program: PROGRAM })
  return retried
}
