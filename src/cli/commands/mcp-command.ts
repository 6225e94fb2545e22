import { serveOverStdio } from '../../mcp/over-stdio.ts'
import type { Call } from '../args/command.ts'
import { version } from '../args/help.ts'
import { asTold, connectionOf } from '../connection.ts'

/** `mcp`: standard output is for the assistant; messages for people go to standard error. */
export async function runMcp(call: Call): Promise<void> {
  const allow_writes = call.switches.has('allow-writes')
  const connection = { ...connectionOf(call), allow_writes, version: version() }
  await asTold(() => serveOverStdio(connection))
}
