import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readRecord } from '@folkmoot/check'
import { change, type Db, openDb, SYSTEM } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { sha256 } from '../src/db/keys/sha256.ts'
import { signingKey, verifySignature } from '../src/db/keys/signing-key.ts'
import { keysBeside } from '../src/db/keys/urn-keys.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { loadPollForKey } from '../src/polls/load-poll.ts'
import { checkRecord } from '../src/polls/records/check-record.ts'
import { loadRecord } from '../src/polls/records/load-record.ts'
import { closeBox } from '../src/polls/urn/close-box.ts'
import { sealPoll } from '../src/polls/urn/seal-poll.ts'
import { hashToken } from '../src/users/secret.ts'
import { seedGroup, seeding } from './seed.ts'
import { keyOf, openService, postPoll, stopServer } from './service.ts'

/**
 * How long the closing of a poll with receipts takes, and its record: `node bench/sealing.ts [BALLOTS]`. The
 * goals for 100 000 ballots on two cores: sealed and signed in 3 s, checked in 10 s.
 */

const BALLOTS = Number(process.argv[2] ?? 100_000)
const OPTIONS = ['Oak', 'Elm', 'Ash', 'Yew', 'Fir']
const AT_ONCE = 10_000
const BYTES = 32
const BYTES_PER_MB = 1_000_000
const NS_PER_MS = 1_000_000

/** Runs it, and prints how long it took and how long other requests would have waited at most. */
async function timed<T>(what: string, run: () => T | Promise<T>): Promise<T> {
  const waits = monitorEventLoopDelay({ resolution: 1 })
  waits.enable()
  const begun = performance.now()
  const made = await run()
  const seconds = ((performance.now() - begun) / 1_000).toFixed(2)
  await new Promise((resolve) => setTimeout(resolve))
  console.log(`${what}: ${seconds} s, longest wait ${Math.round(waits.max / NS_PER_MS)} ms`)
  return made
}

/** Everyone's ballot in its box, as casting writes it. */
async function fillUrn(db: Db, poll_id: number, user_ids: number[]): Promise<void> {
  const { rows } = await db.pool.query<{ urn_key: string }>('select urn_key from polls where id = $1', [
    poll_id,
  ])
  const urn_key = rows[0]?.urn_key ?? ''
  await seeding(db, async (on) => {
    await on.query('delete from electorate where poll_id = $1', [poll_id])
    for (let from = 0; from < user_ids.length; from += AT_ONCE) {
      const voters = user_ids.slice(from, from + AT_ONCE)
      const boxes = voters.map((voter) =>
        closeBox(urn_key, { scores: ballotOf(voter), b: randomBytes(BYTES) }),
      )
      const tags = voters.map(() => randomBytes(BYTES))
      await on.query(
        `insert into urn_boxes (tag, poll_id, box) select b.tag, $1, b.box from unnest($2::bytea[], $3::bytea[]) b(tag, box)`,
        [poll_id, tags, boxes],
      )
      await on.query(
        `insert into electorate (poll_id, user_id, inviter_id, issued_as, voted) select $1, id, id, 'member', true from unnest($2::bigint[]) id`,
        [poll_id, voters],
      )
    }
  })
}

const ballotOf = (voter: number) => OPTIONS.map((_, place) => ((voter * 7 + place * 3) % 5) + 1)

/** A closed poll whose ballots wait in its urn, and a key of its group. */
async function fill(db: Db, url: string): Promise<{ id: number; key: string }> {
  const { handle, user_ids } = await seeding(db, (on) => seedGroup(on, 'sealing', BALLOTS))
  const { key } = await keyOf(db, handle)
  const asked = { title: 'Trees', poll_type: 'score', options: OPTIONS, anonymous: true, receipts: true }
  const { id } = await postPoll(url, key, { ...asked, closing_at: '2099-01-01T00:00:00Z' })
  await fillUrn(db, id, user_ids)
  return { id, key }
}

async function measure(db: Db, { id, key }: { id: number; key: string }): Promise<void> {
  await change(db, SYSTEM, (act) => closePoll(act, id))
  await timed(`${BALLOTS} ballots sealed and signed`, () => sealPoll(db, id))
  const text = await timed('the record', async () => {
    const loaded = await loadPollForKey(db, hashToken(key), { id, ballots: false })
    return loadRecord(db.pool, loaded, { sees_others: true })
  })
  console.log(`${Math.round(text.length / BYTES_PER_MB)} MB`)
  await timed('the record checked', () => check(text))
}

function check(text: Buffer): void {
  const read = readRecord(JSON.parse(text.toString()))
  if (!('record' in read)) throw new Error('this is no record')
  const asked = { ...read, keys: [], kept: null, receipt: null, entry: null, progress: () => undefined }
  const findings = checkRecord({ sha256, verify: verifySignature }, asked)
  const faults = findings.flatMap((one) => one.faults)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
}

const service = await openService()
const { data_dir } = service
try {
  const filled = await fill(service.db, service.url)
  await service.db.close()
  // The service's own clock would seal the poll.
  await stopServer(service.server)
  const embedded = await startEmbedded({ data_dir, role: 'command' })
  const signer = { host: 'localhost', key: () => signingKey(join(data_dir, 'signing-key')) }
  const db = openDb({ ...embedded.connection, keys: keysBeside(data_dir), signer }, 4)
  await measure(db, filled)
  await db.close()
  await embedded.stop()
} finally {
  await service.stop()
}
