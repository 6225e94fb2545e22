import { afterAll, beforeAll, expect, test } from 'vitest'
import { hold } from '../../../test/hold.ts'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { openWeb, SAME_ORIGIN, type Web } from '../../../test/web.ts'
import { nameMembers } from '../../../test/world.ts'
import { type Db, openDb } from '../../db/db.ts'

/** Two tabs of one person vote at the same time, each through its own process. */

let at: PollWorld
let tabs: [Web, Web]
let second: Db

beforeAll(async () => {
  at = await openPollWorld()
  await nameMembers(at.world)
  second = openDb(at.world.address, 8)
  tabs = [at.web, await openWeb({ db: second })]
})

afterAll(() => second.close())

/** Sends one form from each tab, both from pages that showed no vote, before either vote is recorded. */
async function castAtOnce(forms: [Record<string, string>, Record<string, string>]) {
  const { poll_id, path, cookie } = await at.come({})
  const holder = await hold(at.world.db, 'select 1 from polls where id = $1 for update', [poll_id])
  const sent = tabs.map((tab, place) =>
    tab.post(`${path}/ballot`, { since: '', ...forms[place] }, { ...SAME_ORIGIN, cookie }),
  )
  await holder.waitedFor(sent.length)
  await holder.release()
  return { poll_id, answers: await Promise.all(sent) }
}

test('two different votes of one person at once: one counts, and the other tab says so', async () => {
  const { poll_id, answers } = await castAtOnce([{ choice: '1' }, { choice: '3', reason: 'Two sheds' }])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409])
  const stale = answers.findIndex(({ statusCode }) => statusCode === 409)
  const [stood, scores] = stale === 1 ? ['Agree', [1, null, null]] : ['Disagree', [null, null, 1]]
  expect(answers[stale]?.body).toContain(`In the meantime, you voted in another window: ${stood}.`)
  expect(await at.scoresOf(poll_id)).toEqual(scores)
})

test('the same vote from both tabs is accepted twice', async () => {
  const { answers } = await castAtOnce([{ choice: '1' }, { choice: '1' }])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303])
})
