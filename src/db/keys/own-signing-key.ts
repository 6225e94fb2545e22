import { Halt } from '../../errors.ts'
import { change, type Db, SYSTEM } from '../db.ts'
import { is } from '../row-types.ts'
import { type Queryable, sql } from '../sql.ts'
import { replaceSigningKey, signingKey } from './signing-key.ts'

/** A published key, in hex. `retired_at` null: the service signs with it. */
export type PublishedKey = { public_key: string; started_at: Date; retired_at: Date | null }

// Machines that start at once take turns.
const TAKE_TURNS = 'lock table signing_keys in share row exclusive mode'

const retireAll = sql<object>(
  'signing_keys.retire',
  'update signing_keys set retired_at = now() where retired_at is null',
)

const adopt = sql<{ public_key: string }>(
  'signing_keys.adopt',
  `insert into signing_keys (public_key) values (:public_key)
   on conflict (public_key) do update set retired_at = null where signing_keys.retired_at is not null`,
)

const published = sql<object, PublishedKey>(
  'signing_keys.published',
  `select public_key, started_at, retired_at from signing_keys
   order by retired_at is not null, started_at desc limit 1000`,
  { public_key: is.text, started_at: is.instant, retired_at: is.nullable(is.instant) },
)

/**
 * Checks that this machine signs with the key of all others on the database: the first to serve publishes its
 * own. Throws Halt when the keys differ.
 */
export async function requireOwnSigningKey(db: Db, file: string): Promise<void> {
  const public_key = await publicKeyIn(file)
  const present = await change(db, SYSTEM, async ({ tx }) => {
    await tx.query(TAKE_TURNS)
    const found = await presentKey(tx)
    if (found === null) await adopt.run(tx, { public_key })
    return found ?? public_key
  })
  if (present === public_key) return
  throw new Halt(
    `SIGNING_KEY_FILE: ${file} contains a different key than this service signs with; copy the file from the machine that has it. If it is lost, run "folkmoot signing-key rotate": results are then signed with a new key, and earlier ones can still be verified.`,
  )
}

/**
 * Signs with a new key from now on: with the one in the file if the service does not use it yet, else with a
 * random one that replaces it. After a crash in between it can be run again.
 */
export async function rotateSigningKey(db: Db, file: string): Promise<void> {
  if (await adoptFrom(db, file)) return
  await replaceSigningKey(file)
  await adoptFrom(db, file)
}

/** Makes the key in the file the present one. Returns whether it was not. */
async function adoptFrom(db: Db, file: string): Promise<boolean> {
  const public_key = await publicKeyIn(file)
  return change(db, SYSTEM, async ({ tx }) => {
    await tx.query(TAKE_TURNS)
    if ((await presentKey(tx)) === public_key) return false
    await retireAll.run(tx, {})
    await adopt.run(tx, { public_key })
    return true
  })
}

/**
 * Retires the key in use: after a restore, the first machine to serve publishes its own, which may be the
 * same one.
 */
export async function retireSigningKey(tx: Queryable): Promise<void> {
  await retireAll.run(tx, {})
}

/** All keys that this service has signed with, the present one first. */
export function publishedKeys(db: Queryable): Promise<PublishedKey[]> {
  return published.all(db, {})
}

async function presentKey(db: Queryable): Promise<string | null> {
  const [first] = await publishedKeys(db)
  return first?.retired_at === null ? first.public_key : null
}

async function publicKeyIn(file: string): Promise<string> {
  return (await signingKey(file)).public_key.toString('hex')
}
