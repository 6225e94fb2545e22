import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, type PollWish } from '../../../test/tell.ts'
import { everyRowMade, keyOf } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { NO_RULES } from '../../polls/results/decision-rules.ts'

let at: GroupWorld

const OPTIONS = ['agree', 'abstain', 'disagree', 'block']
const TWO_THIRDS = { option: 'agree', percent: 66.66, of: 'cast' as const, at: 'least' as const }
const RULES = { quorum_pct: 50, thresholds: [TWO_THIRDS], no_block: true }
const IN_WORDS =
  'It passes when at least two thirds of those who vote agree, nobody blocks and at least 50% of all voters vote.'

beforeAll(async () => {
  at = await openGroupWorld()
})

/** Makes a poll with rules and these votes by Ada and Ben; returns its URL. */
async function make(votes: string[] = [], { settings, ...wish }: PollWish = {}) {
  const id = await makePoll(at.world, {
    settings: { ...RULES, ...settings },
    options: OPTIONS,
    recipients: { user_ids: [at.people.ben, at.people.ada] },
    ...wish,
  })
  const voters = [at.people.ada, at.people.ben]
  for (const [place, choice] of votes.entries())
    await castBallot(at.world.db, {
      poll_id: id,
      user_id: voters[place] ?? 0,
      choices: { [choice]: 1 },
      reason: null,
    })
  return { id, path: `/p/${await keyOf(at.world, 'polls', id)}` }
}
const close = (id: number) => change(at.world.db, SYSTEM, (act) => closePoll(act, id))
const page = async (path: string) => decoded((await at.get(path, 'ada')).body)

describe('the page of a poll', () => {
  test('states its rules before anyone votes, and nothing if there are none', async () => {
    expect(await page((await make()).path)).toContain(IN_WORDS)
    expect(await page((await make([], { settings: NO_RULES })).path)).not.toContain('It passes when')
  })

  test('shows the current state while voting is open, without a decision', async () => {
    const text = await page((await make(['agree'])).path)
    expect(text).toContain('Not decided yet: voting is open. So far, 1 of 1 who voted agrees (100%')
    expect(text).not.toMatch(/<strong>(Not p|P)assed/)
  })

  test('first says whether it passed, then lists each rule with its numbers', async () => {
    const passed = await make(['agree', 'agree'], { settings: { specified_voters_only: true } })
    const failed = await make(['agree', 'block'], { settings: { specified_voters_only: true } })
    for (const { id } of [passed, failed]) await close(id)
    const good = await page(passed.path)
    expect(good).toContain('<strong>Passed</strong>')
    expect(good).toContain('Met: 2 of 2 who voted agree (100%, at least two thirds needed)')
    expect(good).not.toContain('Not met')
    expect(good).toContain('2 of 2 who voted agree')
    // The answers are told in a sentence: which of them has the most votes says nothing beside a verdict.
    for (const text of [good, await page(failed.path)]) expect(text).not.toContain('Most votes')
    const bad = await page(failed.path)
    expect(bad).toContain('<strong>Not passed</strong>')
    expect(bad).toContain('Not met: 1 of 2 who voted agrees (50%, at least two thirds needed)')
    expect(bad).toContain('Not met: 1 block')
    expect(bad).toContain('Met: 2 of 2 voted (100%, quorum 50%)')
    expect(await page(`${failed.path}/outcome`)).toContain('<strong>Not passed</strong>')
  })

  test('says so once if nobody voted', async () => {
    const { id, path } = await make()
    await close(id)
    const text = await page(path)
    expect(text).toContain('<strong>Not passed.</strong>')
    expect(text.match(/[Nn]obody voted/g)).toHaveLength(1)
  })

  test('says that nothing is decided if nobody voted and nothing was required', async () => {
    const { id, path } = await make([], { settings: { ...NO_RULES, no_block: true } })
    await close(id)
    for (const where of [path, `${path}/outcome`]) {
      const text = await page(where)
      expect(text).toMatch(/Not decided: nobody voted\. \d could have\./)
      expect(text).not.toMatch(/<strong>(Not p|P)assed/)
      expect(text.match(/[Nn]obody voted/g)).toHaveLength(1)
    }
  })
})

describe('the form of a new poll', () => {
  const NEW = {
    group: 'mill-lane',
    poll_type: 'proposal',
    title: 'We buy a second bike shed',
    positions: OPTIONS,
    closing_at: '2031-01-31T18:00',
    eligible: 'all',
    hide_results: 'off',
    tell: 'nobody',
    quorum_pct: '50',
    no_block: 'true',
    'thresholds[0][option]': 'agree',
    'thresholds[0][at]': 'least',
    'thresholds[0][percent]': '66.66',
    'thresholds[0][of]': 'cast',
    // Left at its default: no condition.
    'thresholds[1][option]': 'disagree',
    'thresholds[1][at]': 'most',
    'thresholds[1][percent]': '',
    'thresholds[1][of]': 'eligible',
  }

  test('sets rules, and its preview shows and keeps them', async () => {
    const preview = await at.post('/new-poll', 'ada', { ...NEW, step: 'preview' })
    expect(preview.statusCode).toBe(200)
    expect(preview.body).toContain(IN_WORDS)
    expect(preview.body).toContain('name="thresholds[0][percent]" value="66.66"')
    const answer = await at.post('/new-poll', 'ada', { ...NEW, step: 'start' })
    expect(answer.statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query('select * from polls order by id desc limit 1')
    expect(rows[0]).toMatchObject(RULES)
  })

  test.each(['66,66', ' 66,66 '])('reads the decimal comma of many languages: “%s”', async (percent) => {
    const answer = await at.post('/new-poll', 'ada', {
      ...NEW,
      'thresholds[0][percent]': percent,
      step: 'start',
    })
    expect(answer.statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query('select * from polls order by id desc limit 1')
    expect(rows[0]).toMatchObject(RULES)
  })

  test('reads 66.67 percent as two thirds, which 2 of 3 reach, and says so in words', async () => {
    const typed = { ...NEW, 'thresholds[0][percent]': '66.67' }
    expect((await at.post('/new-poll', 'ada', { ...typed, step: 'preview' })).body).toContain(IN_WORDS)
    expect((await at.post('/new-poll', 'ada', { ...typed, step: 'start' })).statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query('select * from polls order by id desc limit 1')
    expect(rows[0]).toMatchObject(RULES)
  })

  test('says what to fix, and keeps what was typed', async () => {
    const before = await everyRowMade(at.world)
    const wrong = {
      quorum_pct: '101',
      positions: ['agree', 'disagree'],
      'thresholds[0][percent]': '66.666',
      'thresholds[1][percent]': 'ten',
    }
    const first = await at.post('/new-poll', 'ada', { ...NEW, ...wrong, step: 'start' })
    const text = decoded(first.body)
    for (const words of [
      'Quorum in percent: enter a number between 0 and 100.',
      'Condition 2, Percent: enter a number',
      '#thresholds[1][percent]',
      'id="thresholds[1][percent]-mend">Percent: enter a number.',
      'value="66.666"',
      'value="ten"',
      '<details open>',
    ])
      expect(text).toContain(words)
    // The box beside the position has no effect without it.
    expect(text).not.toContain('needs a proposal with the option block')
    const mended = { ...NEW, 'thresholds[0][percent]': '66.666', step: 'start' }
    expect(decoded((await at.post('/new-poll', 'ada', mended)).body)).toContain(
      'Conditions contain the percentage 66.666; use at most two decimals.',
    )
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test('accepts options by the names typed above', async () => {
    const fields = { ...NEW, poll_type: 'poll', options: 'Oak\r\nAsh', step: 'preview' }
    const named = await at.post('/new-poll', 'ada', { ...fields, 'thresholds[0][option]': 'Oak' })
    expect(named.body).toContain('choose “Oak”')
    expect(named.body).not.toContain('nobody blocks')
    const other = await at.post('/new-poll', 'ada', { ...fields, 'thresholds[0][option]': 'Elm' })
    expect(decoded(other.body)).toContain('Condition 1, Option must be an option of this poll')
  })
})

describe('editing', () => {
  const edit = (path: string, fields: Record<string, string>) =>
    at.post(`${path}/edit`, 'ada', { title: 'T', details: '', hide_results: 'off', ...fields })
  const rulesOf = async (id: number) => {
    const { rows } = await at.world.db.pool.query(
      'select quorum_pct, thresholds, no_block from polls where id = $1',
      [id],
    )
    return rows[0]
  }

  test('changes the rules of a draft', async () => {
    const { id, path } = await make([], { settings: { closing_at: null } })
    expect(await page(`${path}/edit`)).toMatch(/name="thresholds\[0\]\[percent\]"[^>]*value="66.67"/)
    const answer = await edit(path, {
      quorum_pct: '',
      'thresholds[0][option]': 'disagree',
      'thresholds[0][percent]': '5',
    })
    expect(answer.statusCode).toBe(303)
    expect(await rulesOf(id)).toEqual({
      quorum_pct: null,
      thresholds: [{ option: 'disagree', percent: 5, of: 'cast', at: 'least' }],
      no_block: false,
    })
    const wrong = await edit(path, {
      title: ' ',
      quorum_pct: 'half',
      'thresholds[0][option]': 'blue',
      'thresholds[0][percent]': '5',
    })
    expect(wrong.statusCode).toBe(422)
    for (const words of [
      'Title can’t be blank.',
      'Quorum in percent: enter a whole number.',
      'Conditions name “blue”, which is not one of the options.',
    ])
      expect(decoded(wrong.body)).toContain(words)
  })

  test('asks about a block only where block is an answer', async () => {
    const asks = async (options: string[]) => {
      const { path } = await make([], { options, settings: { ...NO_RULES, closing_at: null } })
      return (await page(`${path}/edit`)).includes('name="no_block"')
    }
    expect([await asks(OPTIONS), await asks(['agree', 'disagree'])]).toEqual([true, false])
  })

  test('keeps the rules of an open poll, since people voted under them', async () => {
    const { id, path } = await make(['agree'])
    expect(await page(`${path}/edit`)).not.toContain('name="quorum_pct"')
    const closing_at = '2031-01-31T18:00'
    expect((await edit(path, { closing_at, quorum_pct: '1', no_block: 'false' })).statusCode).toBe(303)
    expect(await rulesOf(id)).toEqual(RULES)
    const { rows } = await at.world.db.pool.query('select title from polls where id = $1', [id])
    expect(rows[0].title).toBe('T')
  })
})
