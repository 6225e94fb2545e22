import type { Call } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { print, printJson } from '../print.ts'

/** `migrate`: opening the database migrates it; this prints what was done. */
export async function runMigrate(call: Call): Promise<void> {
  const applied = await withDatabase(call, async (opened) => opened.applied, { may_create: true })
  if (call.switches.has('json')) printJson({ applied })
  else print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
}
