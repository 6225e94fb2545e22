import { type Config, readConfig } from '../../config.ts'
import type { Db } from '../../db/db.ts'
import { type PublishedKey, publishedKeys, rotateSigningKey } from '../../db/keys/own-signing-key.ts'
import { verifierKeyOf } from '../../db/keys/verifier-key.ts'
import type { Call } from '../args/command.ts'
import { withDatabase } from '../database.ts'
import { instant, print, printExactly, printJson } from '../print.ts'

/** `signing-key show` */
export async function runSigningKeyShow(call: Call): Promise<void> {
  const config = readConfig(call.env)
  report(call, config, await withDatabase(call, ({ db }) => publishedKeys(db.pool)))
}

/** `signing-key rotate` */
export async function runSigningKeyRotate(call: Call): Promise<void> {
  const config = readConfig(call.env)
  const keys = await withDatabase(call, async ({ db }) => rotated(db, config))
  report(call, config, keys)
  if (!call.switches.has('json'))
    print(`\nRestart the service. Copy ${config.signing_key_file} to the other machines on this database.`)
}

async function rotated(db: Db, { signing_key_file }: Config): Promise<PublishedKey[]> {
  await rotateSigningKey(db, signing_key_file)
  return publishedKeys(db.pool)
}

function report(call: Call, { public_url }: Config, keys: PublishedKey[]): void {
  const told = keys.map(({ public_key, started_at, retired_at }) => ({
    key: verifierKeyOf(new URL(public_url).host, public_key),
    started_at,
    retired_at,
  }))
  if (call.switches.has('json')) return void printJson({ keys: told })
  if (told.length === 0)
    return void print('This service has no signing key yet. It creates one when it first starts.')
  for (const { key, started_at, retired_at } of told) {
    print(
      retired_at === null
        ? `In use since ${instant(started_at)}:`
        : `Retired at ${instant(retired_at)}, in use since ${instant(started_at)}:`,
    )
    printExactly(`  ${key}`)
  }
}
