import { readConfig } from '../../config.ts'
import { acceptSecret } from '../../db/keys/own-secret.ts'
import { checkUrnKeys } from '../../polls/urn/check-urn-keys.ts'
import type { Call } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { print, printJson } from '../print.ts'

/** `secret accept` */
export async function runSecretAccept(call: Call): Promise<void> {
  const { secret_key_file } = readConfig(call.env)
  const polls = await withDatabase(call, async ({ db }) => {
    await acceptSecret(db, secret_key_file)
    return checkUrnKeys(db)
  })
  if (call.switches.has('json')) return void printJson({ secret_key_file, polls_without_key: polls })
  print(`This database now uses the secret in ${secret_key_file}.`)
  if (polls.length > 0)
    print(`Anonymous polls that cannot be counted with it: ${polls.join(', ')}. Start them again.`)
}
