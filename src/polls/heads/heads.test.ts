import { createHash, createPublicKey, verify } from 'node:crypto'
import { base64, fromBase64, type Head, readHead, readNote, readVerifierKey, utf8 } from '@folkmoot/check'
import { expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'
import { change, type Db, SYSTEM } from '../../db/db.ts'
import { sha256 } from '../../db/keys/sha256.ts'
import { NO_SIGNER } from '../../db/keys/signing-key.ts'
import { castBallot } from '../ballots/cast-ballot.ts'
import { closePoll } from '../close-poll.ts'
import { reopenPoll } from '../open-poll.ts'
import { sealPoll } from '../urn/seal-poll.ts'
import { headOfPoll } from './heads-store.ts'
import { saltOf } from './published-ballot.ts'
import { publishedHead } from './published-head.ts'
import { signHeads } from './sign-heads.ts'

const PEOPLE = 5
const DAY_MS = 86_400_000

async function newWorld(): Promise<{ world: World; people: number[] }> {
  const world = await createWorld()
  return {
    world,
    people: await addMembers(
      world,
      Array.from({ length: PEOPLE }, (_, at) => `v${at}@mill.example`),
    ),
  }
}

/** A poll on which the first of these people voted, one option each in turn; not closed. */
async function votedPoll(world: World, people: number[], settings: object = {}): Promise<number> {
  const id = await makePoll(world, { settings: { poll_type: 'poll', ...settings }, options: ['Oak', 'Elm'] })
  for (const [at, user_id] of people.slice(0, 3).entries())
    await castBallot(world.db, {
      poll_id: id,
      user_id,
      choices: { [at % 2 === 0 ? 'Oak' : 'Elm']: 1 },
      reason: null,
    })
  return id
}

const close = (db: Db, id: number) => change(db, SYSTEM, (act) => closePoll(act, id))

/** The head as someone outside reads it, who checks both signatures first. */
async function checkedHead(db: Db, id: number): Promise<{ head: Head; text: string; manifest: string }> {
  const stored = await headOfPoll(db.pool, id)
  if (stored === null) throw new Error('there is no head')
  const { head, key, manifest, manifest_signature } = publishedHead(stored)
  const note = readNote(head ?? '')
  const signer = readVerifierKey(sha256, key ?? '')
  if (note === null || signer === null) throw new Error('it is not signed')
  const x = Buffer.from(signer.key).toString('base64url')
  const public_key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, utf8(note.text), public_key, note.signature)).toBe(true)
  const message = Buffer.concat([Buffer.from('folkmoot-manifest-v1\0'), sha256(Buffer.from(manifest))])
  expect(verify(null, message, public_key, fromBase64(manifest_signature ?? '') ?? utf8(''))).toBe(true)
  const read = readHead(note.text)
  if (read === null) throw new Error('it is no head')
  return { head: read, text: note.text, manifest }
}

/** The root by the words of RFC 6962: the largest power of two below the size goes to the left. */
function plainRoot(leaves: Buffer[]): Buffer {
  const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const [only] = leaves
  if (only === undefined) return hash()
  if (leaves.length === 1) return hash(Buffer.of(0), only)
  const left = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
  return hash(Buffer.of(1), plainRoot(leaves.slice(0, left)), plainRoot(leaves.slice(left)))
}

const sorted = (leaves: Buffer[]) => leaves.sort(Buffer.compare)
const digest = (...parts: (Buffer | string)[]) => {
  const made = createHash('sha256')
  for (const part of parts) made.update(part)
  return made.digest()
}

async function secretOf({ pool }: Db, id: number): Promise<Buffer> {
  const { rows } = await pool.query(
    'select secret from poll_heads where poll_id = $1 order by closing desc',
    [id],
  )
  return rows[0].secret
}

test('the head of a named poll is signed, and its roots come out again from the ballots and the voters', async () => {
  const { world, people } = await newWorld()
  const { db } = world
  const id = await votedPoll(world, people)
  await close(db, id)
  const { head, manifest } = await checkedHead(db, id)
  const m = digest(manifest)
  const secret = await secretOf(db, id)
  const rows = people.slice(0, 3).map((user_id, at) => {
    const voter_hash = digest(saltOf(secret, 'voter', user_id), String(user_id)).toString('hex')
    const choices = at % 2 === 0 ? '[[1,1]]' : '[[2,1]]'
    return `{"cast_by_key":null,"choices":${choices},"reason_hash":null,"voter_hash":"${voter_hash}"}`
  })
  const leaves = rows.map((row) => digest('folkmoot-row-v1\0', m, row))
  expect(Buffer.from(head.root)).toEqual(plainRoot(sorted(leaves)))
  const voters = [world.ada.id, ...people]
  const roll = voters.map((user_id) =>
    digest('folkmoot-roll-v1\0', saltOf(secret, 'roll', user_id), m, String(user_id)),
  )
  expect(Buffer.from(head.roll)).toEqual(plainRoot(sorted(roll)))
  const { rows: polls } = await db.pool.query('select key, closed_at from polls where id = $1', [id])
  expect(head).toMatchObject({
    origin: `moot.example/p/${polls[0].key}/1`,
    ballots: 3,
    eligible: voters.length,
    voted: 3,
    closed_at: polls[0].closed_at.toISOString(),
    previous: null,
  })
  expect(Buffer.from(head.manifest)).toEqual(m)
  expect(JSON.parse(manifest)).toMatchObject({ closing: 1, title: expect.any(String), anonymous: false })
})

test('the head of an anonymous poll is over its sealed ballots', async () => {
  const { world, people } = await newWorld()
  const { db } = world
  const id = await votedPoll(world, people, { anonymous: true })
  await close(db, id)
  expect(await headOfPoll(db.pool, id)).toBeNull()
  await sealPoll(db, id)
  const { head, manifest } = await checkedHead(db, id)
  const { rows } = await db.pool.query('select choices, nonce from sealed_ballots where poll_id = $1', [id])
  const leaves = rows.map(({ choices, nonce }) => {
    const named = choices.flatMap((score: number | null, at: number) =>
      score === null ? [] : [[at + 1, score]],
    )
    const row = `{"choices":${JSON.stringify(named)},"nonce":"${nonce.toString('hex')}"}`
    return digest('folkmoot-row-v1\0', digest(manifest), row)
  })
  expect(leaves).toHaveLength(3)
  expect(Buffer.from(head.root)).toEqual(plainRoot(sorted(leaves)))
})

test('each head names the one before it in its group, also when polls close at once', async () => {
  const { world, people } = await newWorld()
  const { db } = world
  const ids: number[] = []
  for (let number = 0; number < 6; number++) ids.push(await votedPoll(world, people))
  await Promise.all(ids.map((id) => close(db, id)))
  const { rows } = await db.pool.query('select poll_id from poll_heads order by place')
  let previous: Buffer | null = null
  for (const { poll_id } of rows) {
    const { head, text } = await checkedHead(db, poll_id)
    expect(head.previous === null ? null : Buffer.from(head.previous)).toEqual(previous)
    previous = digest(text)
  }
  expect(rows).toHaveLength(6)
})

test('a poll that is opened again gets another head at its next closing', async () => {
  const { world, people } = await newWorld()
  const { db } = world
  const id = await votedPoll(world, people)
  await close(db, id)
  const first = await checkedHead(db, id)
  await change(db, SYSTEM, (act) => reopenPoll(act, id, new Date(Date.now() + DAY_MS)))
  await castBallot(db, { poll_id: id, user_id: people[3] ?? 0, choices: { Elm: 1 }, reason: null })
  await close(db, id)
  const second = await checkedHead(db, id)
  expect(second.head.origin).toBe(first.head.origin.replace(/1$/, '2'))
  expect([first.head.ballots, second.head.ballots]).toEqual([3, 4])
  expect(Buffer.from(second.head.previous ?? utf8(''))).toEqual(digest(first.text))
})

test('a key that cannot be read delays no result: the head is signed later, once', async () => {
  const { world, people } = await newWorld()
  const unable = { ...world.db, signer: { ...NO_SIGNER, host: 'moot.example' } }
  const id = await votedPoll(world, people)
  await close(unable, id)
  const unsigned = await headOfPoll(world.db.pool, id)
  expect(unsigned).toMatchObject({ public_key: null, head_signature: null, manifest_signature: null })
  if (unsigned !== null) expect(publishedHead(unsigned)).toMatchObject({ head: null, key: null })
  await expect(signHeads(unable)).rejects.toThrow('no signing key')
  await signHeads(world.db)
  const { head } = await checkedHead(world.db, id)
  expect(head.ballots).toBe(3)
  const signed = await headOfPoll(world.db.pool, id)
  await signHeads(world.db)
  expect(await headOfPoll(world.db.pool, id)).toEqual(signed)
  expect(base64(signed?.head_signature ?? utf8(''))).toHaveLength(88)
})

test('a poll without votes has a head too', async () => {
  const { world } = await newWorld()
  const id = await makePoll(world)
  await close(world.db, id)
  const { head } = await checkedHead(world.db, id)
  expect(head).toMatchObject({ ballots: 0, voted: 0 })
  expect(Buffer.from(head.root)).toEqual(plainRoot([]))
})
