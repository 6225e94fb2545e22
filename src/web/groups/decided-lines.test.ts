import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, type PollWish } from '../../../test/tell.ts'
import { threshold } from '../../../test/verdicts.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

const CLOSED = '/g/mill-lane/polls?state=closed'
const POSITIONS = ['agree', 'abstain', 'disagree', 'block']
const TREES = { settings: { poll_type: 'poll' as const }, options: ['Oak', 'Ash'] }
const ANONYMOUS = { anonymous: true, stance_reason_required: 'disabled' as const }

let at: GroupWorld
let made = 0

beforeAll(async () => {
  at = await openGroupWorld()
})

type Asked = { title: string; poll_id: number }

/** A poll with a title of its own, in which Ada, then Ben, chose these options. */
async function asked(wish: PollWish, ...choices: string[]): Promise<Asked> {
  made += 1
  const title = `Question ${made}`
  const poll_id = await makePoll(at.world, {
    ...wish,
    settings: { ...wish.settings, title },
    recipients: { audience: 'group' },
  })
  for (const [place, choice] of choices.entries())
    await castBallot(at.world.db, {
      poll_id,
      user_id: place === 0 ? at.people.ada : at.people.ben,
      choices: { [choice]: 1 },
      reason: null,
    })
  return { title, poll_id }
}

async function closed(...of: Parameters<typeof asked>): Promise<Asked> {
  const poll = await asked(...of)
  await change(at.world.db, SYSTEM, (act) => closePoll(act, poll.poll_id))
  return poll
}

async function publish({ poll_id }: Asked, statement: string, option: string | null): Promise<void> {
  const { rows } = await at.world.db.pool.query<{ id: number }>(
    'select id from poll_options where poll_id = $1 and name = $2',
    [poll_id, option],
  )
  const text = { statement, poll_option_id: rows[0]?.id ?? null, review_on: null }
  await change(at.world.db, SYSTEM, (act) => publishOutcome(act, { ...text, poll_id }))
}

/** The line below the title of a poll in a list, without its markup. Undefined: there is none. */
async function lineOf({ title }: Asked, page = CLOSED): Promise<string | undefined> {
  const { body } = await at.get(page, 'ben')
  const [, line] = new RegExp(`${title}(?:</bdi>)?</a><p>(.*?)</p>`).exec(body) ?? []
  return line === undefined ? undefined : decoded(line.replace(/<[^>]*>/g, ''))
}

test('the overview lists a poll once: under decisions if it has an outcome, also if that is an older one', async () => {
  const overview = async () => decoded((await at.get('/g/mill-lane', 'ben')).body)
  const undecided = await closed(TREES, 'Oak', 'Oak')
  expect(await overview()).toMatch(/<h2 id="closed">Closed polls</)
  const decided = await closed(TREES, 'Oak', 'Ash')
  await publish(decided, 'We plant oaks.', 'Oak')
  const page = await overview()
  expect(page.split(decided.title)).toHaveLength(2)
  const [, decisions = '', rest = ''] = page.split(/<h2 id="(?:decisions|closed)">/)
  expect(decisions).toContain(decided.title)
  expect(rest).toMatch(/^Other closed polls</)
  expect(rest).toContain(undecided.title)
  const older = [decided]
  for (let more = 0; more < 6; more += 1) {
    const poll = await closed(TREES, 'Oak', 'Ash')
    await publish(poll, 'We plant oaks.', 'Oak')
    older.push(poll)
  }
  const [, others = ''] = (await overview()).split('<h2 id="closed">')
  expect(others).toContain(undecided.title)
  for (const { title } of older) expect(others).not.toContain(title)
})

describe('the list of closed polls says what was decided', () => {
  test('by conditions: passed, not passed, or blocked', async () => {
    const rules = { thresholds: [threshold({ option: 'agree', percent: 60 })], no_block: true }
    const wish = { settings: rules, options: POSITIONS }
    expect(await lineOf(await closed(wish, 'agree', 'agree'))).toBe('Passed.')
    expect(await lineOf(await closed(wish, 'agree', 'disagree'))).toBe('Not passed.')
    expect(await lineOf(await closed(wish, 'agree', 'block'))).toBe('Not passed: 1 block.')
    expect(await lineOf(await closed(wish))).toBe('Not passed.')
  })

  test('without conditions: the positions, or the option that leads', async () => {
    const proposal = await closed({ options: POSITIONS }, 'agree', 'disagree')
    expect(await lineOf(proposal)).toBe('1 of 2 who voted agrees, 1 disagrees.')
    expect(await lineOf(await closed(TREES, 'Oak', 'Oak'))).toBe('Most votes: Oak.')
    expect(await lineOf(await closed(TREES, 'Oak', 'Ash'))).toBe('Most votes, tied: Oak and Ash.')
    expect(await lineOf(await closed(TREES))).toBeUndefined()
  })

  test('of a head count that wants a number of people: whether it was reached', async () => {
    const wanting = (agree_target: number) => ({ settings: { poll_type: 'count' as const, agree_target } })
    expect(await lineOf(await closed(wanting(2), 'accept', 'decline'))).toBe('Not reached: 1 of 2 needed.')
    expect(await lineOf(await closed(wanting(2), 'accept', 'accept'))).toBe('Reached: 2 of 2 needed.')
    const over = await closed(wanting(1), 'accept', 'accept')
    expect(await lineOf(over)).toBe('Reached: 1 more than the 1 needed.')
    expect(await lineOf(await closed(wanting(2)), '/g/mill-lane')).toBe('Not reached: 0 of 2 needed.')
    const any = await closed({ settings: { poll_type: 'count' } }, 'accept')
    expect(await lineOf(any)).toBe('Most chosen: Accept.')
  })

  test('of a meeting poll, the best time, or that no time suits anyone', async () => {
    const meeting = { settings: { poll_type: 'meeting' as const }, options: ['2098-05-04'] }
    expect(await lineOf(await closed(meeting, '2098-05-04'))).toMatch(/^Suits best: .*4\u00a0May 2098\.$/)
    const none = await asked(meeting)
    const choices = { '2098-05-04': 0 }
    const { poll_id } = none
    await castBallot(at.world.db, { poll_id, user_id: at.people.ada, choices, reason: null })
    const { rows } = await at.world.db.pool.query('select key from polls where id = $1', [poll_id])
    const page = async () => (await at.get(`/p/${rows[0].key}`, 'ben')).body
    expect(await page()).toContain('<strong>No time suits anyone so far.</strong>')
    await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
    expect(await page()).toContain('<strong>No time suits anyone.</strong>')
    expect(await lineOf(none)).toBe('No time suits anyone.')
  })

  test('by lot, of a tie', async () => {
    const settings = { poll_type: 'ranked_choice' as const, count_method: 'irv' as const }
    const poll = await closed({ settings, options: ['Oak', 'Ash'] }, 'Oak', 'Ash')
    const words = /^Chosen: (Oak|Ash)\. A tie was decided by lot\.$/
    for (const page of [CLOSED, '/g/mill-lane']) expect(await lineOf(poll, page)).toMatch(words)
    await publish(poll, 'Ash, after all.', 'Ash')
    expect(await lineOf(poll)).toBe('Decision: Ash')
  })

  test('by its outcome: the option or time that was chosen', async () => {
    const settings = { ...TREES.settings, quorum_pct: 10 }
    const poll = await closed({ ...TREES, settings }, 'Oak', 'Oak')
    expect(await lineOf(poll)).toBe('Conditions met. Most votes: Oak.')
    await publish(poll, 'Ash, after all.', 'Ash')
    expect(await lineOf(poll)).toBe('Conditions met. Decision: Ash')
    const day = '2098-05-04'
    const meeting = await closed({ settings: { poll_type: 'meeting' }, options: [day, '2098-05-05'] })
    expect(await lineOf(meeting)).toBeUndefined()
    await publish(meeting, 'See you.', day)
    expect(await lineOf(meeting)).toMatch(/^Decision: .*4\u00a0May 2098/)
  })

  test('of an anonymous poll once its votes are counted, and of an open one nothing', async () => {
    const secret = await closed({ ...TREES, settings: { ...TREES.settings, ...ANONYMOUS } }, 'Oak', 'Oak')
    expect(await lineOf(secret)).toBe('The votes are being counted.')
    await sealPoll(at.world.db, secret.poll_id)
    expect(await lineOf(secret)).toBe('Most votes: Oak.')
    const open = await asked(TREES, 'Oak', 'Oak')
    expect(await lineOf(open, '/g/mill-lane/polls')).toBeUndefined()
    expect(await lineOf(open, '/g/mill-lane')).toBeUndefined()
  })

  test('also on the group’s page, beside a tag and among the decisions', async () => {
    const settings = { thresholds: [threshold({ option: 'agree', percent: 60 })] }
    const poll = await closed({ settings, options: POSITIONS, tags: ['garden'] }, 'agree', 'agree')
    await publish(poll, 'We do it.', null)
    for (const page of ['/g/mill-lane', '/g/mill-lane/threads?tag=garden', '/g/mill-lane/decisions'])
      expect(await lineOf(poll, page), page).toBe('Passed.')
  })
})
