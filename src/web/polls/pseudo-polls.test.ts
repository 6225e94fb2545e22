import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { IN_PSEUDO, untranslated } from '../../../test/untranslated.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'
import { POLL_TYPE_NAMES, type PollTypeName } from '../../polls/types/index.ts'

/** User texts, in sentences and titles. */
const OWN = [
  'A second bike shed',
  'Mill Lane Co-op',
  'Ada Vale',
  'Ben Ash',
  'Cleo Rowan',
  'Oak',
  'Elm',
  'Ann Lee',
]
const TOOLS = ['open', 'reopen', 'close', 'remind', 'outcome', 'options', 'invite', 'edit', 'voters', 'share']

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
  await at.world.db.pool.query('update memberships set accepted_at = now() where accepted_at is null')
})

async function expectNoEnglish(path: string, cookie: string): Promise<void> {
  const { body } = await at.web.get(path, cookie, IN_PSEUDO)
  expect(body, path).toContain('lang="en-XA"')
  expect(untranslated(body, OWN), path).toEqual([])
}

const options = (type: PollTypeName) =>
  type === 'proposal' || type === 'count'
    ? null
    : type === 'meeting'
      ? ['2098-07-01T18:30:00Z', '2098-07-02']
      : ['Oak', 'Elm', 'Ann Lee']

const VOTE = { choice: '1', s1: '1', s2: '2', reason: 'Oak' }

describe.each(POLL_TYPE_NAMES)('in another language a poll of type %s contains no English', (poll_type) => {
  test.each([false, true])('anonymous: %s', async (anonymous) => {
    const quorum = { quorum_pct: 50 }
    const made = await at.come({ settings: { poll_type, anonymous, ...quorum }, options: options(poll_type) })
    await expectNoEnglish(made.path, made.cookie)
    const headers = { ...SAME_ORIGIN, ...IN_PSEUDO, cookie: made.cookie }
    const wrong = await at.web.post(`${made.path}/ballot`, { s1: '400' }, headers)
    expect(untranslated(wrong.body, OWN)).toEqual([])
    await made.send(VOTE)
    await expectNoEnglish(made.path, made.cookie)
    await at.close(made.poll_id)
    for (const cookie of [made.cookie, at.sessions.ada]) await expectNoEnglish(made.path, cookie)
    await expectNoEnglish(`${made.path}/audit`, at.sessions.ada)
  })

  test('while it is made', async () => {
    const address = `/new-poll?group=mill-lane&type=${poll_type}`
    await expectNoEnglish(address, at.sessions.ada)
    const headers = { ...SAME_ORIGIN, ...IN_PSEUDO, cookie: at.sessions.ada }
    const sent = { group: 'mill-lane', poll_type, eligible: 'named', days: '2098-07-02' }
    for (const fields of [
      sent,
      { ...sent, title: 'Oak', eligible: 'all', positions: 'agree', options: 'Oak' },
    ])
      expect(untranslated((await at.web.post('/new-poll', fields, headers)).body, OWN)).toEqual([])
  })

  test.each(['draft', 'open', 'closed'])('while it is managed: %s', async (state) => {
    const closing_at = state === 'draft' ? null : new Date('2098-01-01')
    const { path, poll_id } = await at.make({
      settings: { poll_type, closing_at },
      options: options(poll_type),
    })
    if (state === 'closed') await at.close(poll_id)
    for (const tool of TOOLS) await expectNoEnglish(`${path}/${tool}`, at.sessions.ada)
    const headers = { ...SAME_ORIGIN, ...IN_PSEUDO, cookie: at.sessions.ada }
    const wrong = await at.web.post(`${path}/edit`, { title: '', closing_at: 'soon' }, headers)
    expect(untranslated(wrong.body, OWN)).toEqual([])
  })
})

test('nor do the poll types, and the page of a forgotten link', async () => {
  await expectNoEnglish('/new-poll?group=mill-lane', at.sessions.ada)
  await expectNoEnglish('/p/link-put-away', '')
})
