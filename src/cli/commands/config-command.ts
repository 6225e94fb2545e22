import { explainConfig, readConfig } from '../../config.ts'
import type { Call } from '../args/command.ts'
import { printJson, printTable } from '../print.ts'

/** `config`: prints every setting, valid or not; then fails if one is invalid. */
export async function runConfig(call: Call): Promise<void> {
  const settings = explainConfig(call.env)
  if (call.switches.has('json')) printJson({ settings })
  else {
    const rows = settings.map(({ name, value, source }) => [name, value || '(unset)', source])
    printTable(['SETTING', 'VALUE', 'FROM'], rows, '')
  }
  readConfig(call.env)
}
