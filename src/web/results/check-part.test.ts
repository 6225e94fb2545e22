import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { keyOf, openWeb } from '../../../test/web.ts'
import { createWorld } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { NO_SIGNER } from '../../db/keys/signing-key.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { loadHead } from '../../polls/heads/load-head.ts'
import { signHeads } from '../../polls/heads/sign-heads.ts'
import { loadPoll } from '../../polls/load-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { PROGRAM } from '../../polls/results/results.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'
import { startSession } from '../../users/start-session.ts'

const world = await createWorld()
const web = await openWeb(world)
const token = await change(world.db, SYSTEM, (act) => startSession(act, world.ada.id, null))
const ada = `__Host-folkmoot_session=${token}`

const UNSIGNED = 'This result has not been signed yet.'
const EARLIER = 'This result was signed with an earlier key'
const HEADING = 'id="check"'

async function make(settings: object = {}) {
  const id = await makePoll(world, { recipients: { audience: 'group' }, settings })
  const path = `/p/${await keyOf(world, 'polls', id)}`
  return { id, path, page: async () => (await web.get(path, ada)).body }
}

const close = (id: number, db = world.db) => change(db, SYSTEM, (act) => closePoll(act, id))

async function fingerprintOf(id: number): Promise<string> {
  const loaded = await loadPoll(world.db.pool, id, { viewer: PROGRAM })
  const head = loaded === null ? null : await loadHead(world.db.pool, loaded)
  return head?.fingerprint ?? 'none'
}

test('the page of a closed poll shows its fingerprint, and where its head and the keys are', async () => {
  const { id, path, page } = await make()
  expect(await page()).not.toContain(HEADING)
  await close(id)
  const shown = await page()
  expect(shown).toContain(await fingerprintOf(id))
  expect(shown).toContain(`href="${path}/head"`)
  expect(shown).toContain('href="/.well-known/folkmoot-key"')
  expect(shown).not.toContain(UNSIGNED)
  expect(shown).not.toContain(EARLIER)
  // One line for everybody; how to check it is folded.
  const part = shown.slice(shown.indexOf(HEADING))
  expect(part.slice(0, part.indexOf('<details'))).toMatch(
    /^id="check">[^<]*<\/h2><p>The result was signed[^<]*<\/p>$/,
  )
  await change(world.db, SYSTEM, (act) => reopenPoll(act, id, new Date(Date.now() + 9e6)))
  expect(await page()).not.toContain(HEADING)
})

test('an anonymous poll has none until its ballots are sealed', async () => {
  const { id, page } = await make({ anonymous: true })
  await close(id)
  expect(await page()).not.toContain(HEADING)
  await sealPoll(world.db, id)
  expect(await page()).toContain(await fingerprintOf(id))
})

test('it says when a result is not signed yet, and no longer than that', async () => {
  const { id, path, page } = await make()
  await close(id, { ...world.db, signer: { ...NO_SIGNER, host: 'moot.example' } })
  const unsigned = await page()
  expect(unsigned).toContain(UNSIGNED)
  expect(unsigned).toContain(await fingerprintOf(id))
  expect(unsigned).not.toContain(`href="${path}/head"`)
  expect(await page()).toContain(UNSIGNED)
  await signHeads(world.db)
  const signed = await page()
  expect(signed).not.toContain(UNSIGNED)
  expect(signed).toContain(`href="${path}/head"`)
})

test('it says when a result was signed with an earlier key', async () => {
  const { id, page } = await make()
  await close(id)
  const public_key = randomBytes(32).toString('hex')
  await world.db.pool.query('insert into signing_keys (public_key) values ($1)', [public_key])
  expect(await page()).toContain(EARLIER)
})
