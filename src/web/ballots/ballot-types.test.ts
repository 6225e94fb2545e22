import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import type { PollWish } from '../../../test/tell.ts'
import { nameMembers } from '../../../test/world.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
  await nameMembers(at.world)
  // An invited person would join by the first vote, and the page would say that first.
  await at.world.db.pool.query('update memberships set accepted_at = now() where accepted_at is null')
})

const DAYS = ['2098-07-01T18:30:00Z', '2098-07-02']
const ABC = ['A', 'B', 'C']

type Case = {
  settings: PollWish['settings']
  options?: string[]
  good: Record<string, string>
  scores: (number | null)[]
  /** How the ballot shows the vote afterwards. */
  said: string
  bad: Record<string, string>
  /** Shown at the field or above the ballot. */
  mend: string[]
  /** Kept in the form that failed. */
  kept: string[]
}

const CASES: Record<string, Case> = {
  proposal: {
    settings: { poll_type: 'proposal' },
    good: { choice: '3', reason: 'No *room*.' },
    scores: [null, null, 1],
    said: 'You voted: Disagree.',
    bad: { reason: 'I forgot to choose' },
    mend: ['You haven’t chosen an answer yet.'],
    kept: ['>I forgot to choose</textarea>'],
  },
  count: {
    settings: { poll_type: 'count' },
    good: { choice: '1' },
    scores: [1],
    said: 'You voted: Accept.',
    bad: { choice: '9' },
    mend: ['You haven’t chosen an answer yet.'],
    kept: [],
  },
  poll: {
    settings: {
      poll_type: 'poll',
      maximum_stance_choices: 2,
      minimum_stance_choices: 2,
      stance_reason_required: 'required',
    },
    options: ABC,
    good: { choice: '2', 'choice[]': '3', reason: 'Because' },
    scores: [null, 1, 1],
    said: 'You voted: B and C.',
    bad: { choice: '2' },
    mend: ['Choose 2 options: you chose 1.', 'This poll requires a reason from every voter.'],
    kept: ['type="checkbox" name="choice" value="2" checked'],
  },
  score: {
    settings: { poll_type: 'score', min_score: 1, max_score: 10_000 },
    options: ABC,
    good: { s1: '10000', s2: '', s3: '1' },
    scores: [10_000, null, 1],
    said: 'You voted: A:\u00a010,000; C:\u00a01.',
    bad: { s1: '7,5', s2: '0', s3: '4' },
    mend: ['id="fault-1">Enter a whole number between 1 and 10,000.', 'id="fault-2">Enter a whole'],
    kept: ['value="7,5"', 'value="0"', 'value="4"'],
  },
  'score on a short scale': {
    settings: { poll_type: 'score' },
    options: ABC,
    good: { s1: '0', s2: '5', s3: '' },
    scores: [0, 5],
    said: 'You voted: A:\u00a00; B:\u00a05.',
    bad: { s1: '', s2: '', s3: '' },
    mend: ['Score 1 to 3 options: you scored none.'],
    kept: [],
  },
  'ranked choice': {
    settings: { poll_type: 'ranked_choice' },
    options: ABC,
    good: { s1: '2', s2: ' 1 ', s3: '3' },
    scores: [2, 3, 1],
    said: 'You voted: 1\u00a0B; 2\u00a0A; 3\u00a0C.',
    bad: { s1: '2', s2: '2', s3: '3' },
    mend: ['id="fault-1">2 is given to more than one option.', 'id="fault-2">2 is given'],
    kept: ['value="2"', 'value="3"'],
  },
  meeting: {
    settings: { poll_type: 'meeting' },
    options: DAYS,
    good: { s1: '2', s2: '1' },
    scores: [2, 1],
    said: 'You voted: 1\u00a0×\u00a0Yes; 1\u00a0×\u00a0If need be.',
    bad: { s1: '0' },
    mend: ['Answer for every time: 1 answer is missing.', 'id="fault-2">Choose an answer.'],
    kept: ['name="s1" value="0" checked'],
  },
  'meeting without "if need be"': {
    settings: { poll_type: 'meeting', can_respond_maybe: false },
    options: DAYS,
    good: { s1: '2', s2: '0' },
    scores: [2, 0],
    said: 'You voted: 1\u00a0×\u00a0Yes; 1\u00a0×\u00a0No.',
    bad: { s1: '1', s2: '0' },
    mend: ['id="fault-1">Choose one of the answers.'],
    kept: ['name="s2" value="0" checked'],
  },
  'dot vote': {
    settings: { poll_type: 'dot_vote' },
    options: ABC,
    good: { s1: '5', s2: '0', s3: '3' },
    scores: [5, null, 3],
    said: 'You voted: A:\u00a05; C:\u00a03.',
    bad: { s1: '5', s2: '4', s3: '' },
    mend: ['You gave 9, but you only have 8 dots. Remove 1.'],
    kept: ['value="5"', 'value="4"'],
  },
}

describe.each(Object.entries(CASES))('a ballot of type %s', (_, { settings, options, ...like }) => {
  const wish: PollWish = { settings: { ...settings }, options: options ?? null }

  test('is cast with one form, and then shows the vote', async () => {
    const { poll_id, path, send, page } = await at.come(wish)
    expect(await page()).toContain('<button class="button" type="submit">Cast vote</button>')
    const answer = await send(like.good)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}#your-vote`])
    expect((await at.scoresOf(poll_id))?.slice(0, like.scores.length)).toEqual(like.scores)
    const after = await page()
    expect(after).toContain(like.said.replaceAll('"', '&quot;'))
    expect(after).toContain('Change vote')
    expect(after).not.toContain('Cast vote')
  })

  test('says at its fields what to fix, and keeps what was typed', async () => {
    const { poll_id, send } = await at.come(wish)
    const answer = await send(like.bad)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('role="alert"')
    for (const words of [...like.mend, ...like.kept]) expect(answer.body).toContain(words)
    expect(await at.scoresOf(poll_id)).toBeUndefined()
    expect((await send(like.good)).statusCode).toBe(303)
  })

  test('is filled in with the cast vote, and may be sent again unchanged', async () => {
    const { send, page } = await at.come(wish)
    await send(like.good)
    const filled = await page()
    for (const [name, value] of Object.entries(like.good)) {
      if (value.trim() === '' || (value === '0' && settings?.poll_type === 'dot_vote')) continue
      const field = name.replace('[]', '')
      const shown = filled.includes(`type="text"`) && field !== 'reason'
      if (field === 'reason') expect(filled).toContain(`>${value}</textarea>`)
      else if (shown) expect(filled).toMatch(new RegExp(`name="${field}"[^>]* value="${value.trim()}"`))
      else expect(filled).toContain(`name="${field}" value="${value}" checked`)
    }
  })
})

test('where dots share a budget, the ballot says how to fill it in, and below that how it counts', async () => {
  const settings = { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 500 } as const
  const { page } = await at.come({ settings, options: ABC, option_costs: { A: 100, B: 200, C: 300 } })
  expect(await page()).toMatch(
    /<legend>You have 8 dots\.[^<]* use them all\.<\/legend><p class="small">The budget of 500 is shared equally /,
  )
})

test('more dots in one option than there are: says how many were given, how many there are, and what to do', async () => {
  const { send } = await at.come({ settings: { poll_type: 'dot_vote' }, options: ABC })
  const { body } = await send({ s1: '9', s2: '5' })
  expect(body.split('You gave 14, but you only have 8 dots. Remove 6.')).toHaveLength(2)
  // The script beside the button says it in the same words.
  expect(body).toContain('data-over="You gave {1}, but you only have 8 dots. Remove {0}."')
  expect(body).not.toContain('Enter a whole number')
  // A field that holds something else comes first.
  const other = (await send({ s1: '9', s2: 'x' })).body
  expect(other).toContain('Enter a whole number between 0 and 8.')
})

test('a ballot without an answer does not repeat its instructions as its error', async () => {
  const { send } = await at.come({ settings: { poll_type: 'proposal' } })
  expect((await send({})).body.match(/Choose one answer/g)).toHaveLength(1)
})

test('a ballot with one choice that is empty says once, above the options, that none is chosen', async () => {
  const { send } = await at.come({
    settings: { poll_type: 'poll', maximum_stance_choices: 1 },
    options: ['Red', 'Blue'],
  })
  const { body } = await send({})
  expect(body.match(/Choose one option/g)).toHaveLength(1)
  expect(body).toContain('>You haven’t chosen an answer yet.</a>')
  // Beside the options it is only for screen readers.
  expect(body).toContain('<p class="mend unseen" id="answers-fault">You haven’t chosen an answer yet.')
})

test('every mistake in a ranking is marked at once', async () => {
  const { send } = await at.come({ settings: { poll_type: 'ranked_choice' }, options: ABC })
  const { body } = await send({ s1: '1', s2: '1', s3: '7' })
  expect(body).toContain('id="fault-1">1 is given to more than one option.')
  expect(body).toContain('id="fault-2">1 is given to more than one option.')
  expect(body).toContain('id="fault-3">Enter a whole number between 1 and 3.')
  expect(body).toContain('<a href="#s3">C: Enter a whole number between 1 and 3.</a>')
  const same = (await send({ s1: '7', s2: '7', s3: '1' })).body
  expect(same.match(/class="mend"[^>]*>Enter a whole number between 1 and 3\./g)).toHaveLength(2)
})

test('a rank beyond those fixed at the opening says why it is too many', async () => {
  const settings = { poll_type: 'ranked_choice', minimum_stance_choices: 2 } as const
  const { send } = await at.come({ settings, options: ABC })
  const { body } = await send({ s1: '1', s2: '2', s3: '3' })
  expect(body).toContain(
    'id="fault-3">Enter a whole number between 1 and 2, and leave the other options empty: the number of ranks was fixed when voting opened.',
  )
})
