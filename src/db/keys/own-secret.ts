import { createHash } from 'node:crypto'
import { Halt } from '../../errors.ts'
import type { Db } from '../db.ts'
import { is } from '../row-types.ts'
import { sql } from '../sql.ts'
import { serviceSecret } from './service-secret.ts'

const note = sql<{ fingerprint: string }>(
  'service_secret.note',
  'insert into service_secret (fingerprint) values (:fingerprint) on conflict do nothing',
)
const noted = sql<object, { fingerprint: string }>(
  'service_secret.noted',
  'select fingerprint from service_secret',
  { fingerprint: is.text },
)
const replace = sql<{ fingerprint: string }>(
  'service_secret.replace',
  `insert into service_secret (fingerprint) values (:fingerprint)
   on conflict (only_one) do update set fingerprint = excluded.fingerprint`,
)

/**
 * Checks that this machine has the same secret as all others on the database: the first to serve records its
 * own. Throws Halt when the secrets differ.
 */
export async function requireOwnSecret({ pool }: Db, file: string): Promise<void> {
  const fingerprint = await fingerprintOf(file)
  await note.run(pool, { fingerprint })
  if ((await noted.one(pool, {})).fingerprint === fingerprint) return
  throw new Halt(
    `SECRET_KEY_FILE: ${file} contains a different secret than this database uses; copy the file from the machine that has it. If it is lost, run "folkmoot secret accept": open anonymous polls can then no longer be counted.`,
  )
}

/** Makes this machine's secret the database's secret from now on. */
export async function acceptSecret({ pool }: Db, file: string): Promise<void> {
  await replace.run(pool, { fingerprint: await fingerprintOf(file) })
}

/** Identifies a secret without revealing it. */
async function fingerprintOf(file: string): Promise<string> {
  const secret = await serviceSecret(file)
  return createHash('sha256').update('folkmoot-secret-v1\0').update(secret).digest('hex').slice(0, 32)
}
