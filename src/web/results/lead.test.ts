import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { keyOf } from '../../../test/web.ts'
import { change } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { loadPoll } from '../../polls/load-poll.ts'
import { PROGRAM } from '../../polls/results/results.ts'
import { outcomeWords, resultLines } from '../../sentences/result-words.ts'

let at: ThreadWorld
beforeAll(async () => {
  at = await openThreadWorld()
})

/** Their largest sums win by no method: A has most points and dots, B the others. */
const MEDIAN = {
  settings: { poll_type: 'score', count_method: 'median' },
  options: ['Alder', 'Birch'],
  ballots: [
    { Alder: 2, Birch: 3 },
    { Alder: 2, Birch: 3 },
    { Alder: 5, Birch: 0 },
  ],
} as const
const SHARES = {
  settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 100, dots_per_person: 8 },
  options: ['Alder', 'Birch'],
  option_costs: { Alder: 100, Birch: 60 },
  ballots: [{ Alder: 8 }, { Alder: 4, Birch: 4 }, { Birch: 4 }],
} as const
const RUNOFF = {
  settings: { poll_type: 'ranked_choice', count_method: 'irv' },
  options: ['Alder', 'Birch'],
  ballots: [
    { Birch: 1, Alder: 2 },
    { Birch: 1, Alder: 2 },
    { Alder: 1, Birch: 2 },
  ],
} as const

/** One vote against one. */
const TIE = {
  settings: { poll_type: 'ranked_choice', count_method: 'irv' },
  options: ['Alder', 'Birch'],
  ballots: [{ Alder: 1 }, { Birch: 1 }],
} as const
/** Each beats one of the others two to one. */
const CIRCLE = {
  settings: { poll_type: 'ranked_choice', count_method: 'ranked_pairs' },
  options: ['Alder', 'Birch', 'Cedar'],
  ballots: [
    { Alder: 1, Birch: 2, Cedar: 3 },
    { Birch: 1, Cedar: 2, Alder: 3 },
    { Cedar: 1, Alder: 2, Birch: 3 },
  ],
} as const

/** Alder wins against either of the others, which are tied for the second place in the runoff. */
const LOWER = {
  settings: { poll_type: 'score', count_method: 'star' },
  options: ['Alder', 'Birch', 'Cedar'],
  ballots: [
    { Alder: 5, Birch: 1, Cedar: 1 },
    { Alder: 5, Birch: 1, Cedar: 1 },
  ],
} as const

/** All have the same median; the scores around it leave a tie of the first two. */
const LEVEL = {
  settings: { poll_type: 'score', count_method: 'median' },
  options: ['Alder', 'Birch', 'Cedar'],
  ballots: [
    { Alder: 2, Birch: 3, Cedar: 3 },
    { Alder: 3, Birch: 2, Cedar: 3 },
    { Alder: 3, Birch: 3, Cedar: 1 },
  ],
} as const

type Wish =
  | typeof LEVEL
  | typeof MEDIAN
  | typeof SHARES
  | typeof RUNOFF
  | typeof TIE
  | typeof CIRCLE
  | typeof LOWER

async function open({ ballots, options, ...wish }: Wish) {
  const { id, path } = await at.thread()
  const poll_id = await makePoll(at.world, { ...wish, options: [...options], discussion_id: id })
  const voters = [at.world.ada.id, at.people.ben, at.people.cleo]
  for (const [place, choices] of ballots.entries())
    await castBallot(at.world.db, { poll_id, user_id: voters[place] ?? 0, choices, reason: null })
  return { poll_id, thread: path, page: `/p/${await keyOf(at.world, 'polls', poll_id)}` }
}

const close = (poll_id: number) =>
  change(at.world.db, { kind: 'person', user_id: at.world.ada.id }, (act) => closePoll(act, poll_id))

const plain = (html: string) => html.replace(/<(style|script)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ')

describe('who leads an election is told by its own method, on its page and in its thread', () => {
  test.each([
    ['majority judgment', MEDIAN],
    ['equal shares', SHARES],
    ['instant runoff', RUNOFF],
  ] as const)('%s, while voting is open', async (_, wish) => {
    const { page, thread } = await open(wish)
    for (const path of [page, thread]) {
      const { body } = await at.get(path, 'cleo')
      expect(body).toContain('<strong>If voting ended now: Birch.</strong>')
      expect(plain(body).match(/If voting ended now/g)).toHaveLength(1)
      expect(body).not.toMatch(/Most (points|dots)(:|<)/)
    }
  })

  test.each([
    ['majority judgment', MEDIAN, 'Chosen: Birch.'],
    ['equal shares', SHARES, 'Funded: Birch.'],
    ['instant runoff', RUNOFF, 'Chosen: Birch.'],
  ] as const)('%s, after the closing, also in mails and webhooks', async (_, wish, words) => {
    const { poll_id, page, thread } = await open(wish)
    await close(poll_id)
    for (const path of [page, thread])
      expect((await at.get(path, 'cleo')).body).toContain(`<strong>${words}</strong>`)
    const loaded = await loadPoll(at.world.db.pool, poll_id, { viewer: PROGRAM })
    if (loaded === null) throw new Error('it was just made')
    expect(outcomeWords(loaded, 'UTC')).toBe(`${words} 3 of 4 voted.`)
    expect(resultLines(loaded, 'UTC')[0] ?? 'none').toMatch(wish === RUNOFF ? 'none' : /^Birch/)
  })
})

describe('that a lot decided is told wherever the result is', () => {
  test.each([
    ['a tie of two', TIE],
    ['schulze', { ...CIRCLE, settings: { ...CIRCLE.settings, count_method: 'schulze' } } as unknown as Wish],
    ['ranked pairs', CIRCLE],
  ] as const)('%s', async (_, wish) => {
    const { poll_id, page, thread } = await open(wish)
    for (const path of [page, thread])
      expect((await at.get(path, 'cleo')).body).toMatch(
        /<strong>If voting ended now: (Alder|Birch|Cedar)\. A tie would be decided by lot\.<\/strong>/,
      )
    await close(poll_id)
    const words = /Chosen: (Alder|Birch|Cedar)\. A tie was decided by lot\./
    for (const path of [page, thread]) expect(plain((await at.get(path, 'cleo')).body)).toMatch(words)
    const loaded = await loadPoll(at.world.db.pool, poll_id, { viewer: PROGRAM })
    if (loaded === null) throw new Error('it was just made')
    expect(outcomeWords(loaded, 'UTC')).toMatch(words)
  })
})

test('a lot that did not change who won is told in the count, and not with the result', async () => {
  const { poll_id, page, thread } = await open(LOWER)
  const told = async (path: string) => plain((await at.get(path, 'cleo')).body)
  for (const path of [page, thread]) expect(await told(path)).not.toContain('by lot')
  await close(poll_id)
  for (const path of [page, thread]) {
    expect(await told(path)).toContain('Chosen: Alder.')
    expect(await told(path)).not.toContain('by lot')
  }
  expect(await told(page)).toMatch(/Tie: [^.]+\. Decided by drawing lots: “(Birch|Cedar)” comes first\./)
})

test('majority judgment says that options were tied before it says which one wins', async () => {
  const { poll_id, page } = await open(LEVEL)
  const told = async () => plain((await at.get(page, 'cleo')).body)
  const tie =
    'Tie for the highest median score \\(3\\): “Alder”, “Birch”,? and “Cedar”\\. Still tied on the scores around the median: “Alder” and “Birch”\\. Decided by drawing lots: “(Alder|Birch)”'
  expect(await told()).toMatch(new RegExp(`${tie} is ahead\\.`))
  await close(poll_id)
  expect(await told()).toMatch(new RegExp(`${tie} wins\\.`))
  expect(await told()).not.toContain('has the highest median score')
})

test('the picture has the leading option first, marked, and its median where medians decide', async () => {
  const { page, thread } = await open(MEDIAN)
  for (const path of [page, thread]) {
    const { body } = await at.get(path, 'cleo')
    expect(body).toMatch(/Birch<\/strong> <em class="badge">Ahead<[\s\S]+<bdi>Alder<\/bdi>/)
    expect(body).toContain('median 3 of 5 · average 2')
    expect(body).not.toContain('badge">Most')
  }
  expect((await at.get(page, 'cleo')).body).toContain(
    'The bar shows the median score, which decides the result.',
  )
})

test('an option that alone is chosen by rounds is marked with the same word as its outcome', async () => {
  const { poll_id, page } = await open(RUNOFF)
  await close(poll_id)
  const { body } = await at.get(page, 'cleo')
  expect(body).toContain('<em class="badge">Chosen</em>')
  expect(plain(body)).not.toMatch(/Elected|> Wins/)
})

test('a poll by sums says what came first, as before', async () => {
  const { poll_id, page } = await open({ ...MEDIAN, settings: { poll_type: 'score' } } as unknown as Wish)
  expect((await at.get(page, 'cleo')).body).toContain('<strong>Most points: Alder.</strong>')
  await close(poll_id)
  expect((await at.get(page, 'cleo')).body).toContain('badge">Most points<')
})

const NO_POINTS = 'Skipping an option gives it no points.'
const LOWEST = 'Skipping an option counts as giving it the lowest score, 0.'
const AVERAGE = 'The bar shows the average, which does not decide the result.'
const MEDIANS = 'The bar shows the median score, which decides the result.'

describe('what decides a score poll is said on its ballot, with its result and in its thread', () => {
  test.each([
    ['sum', 'Points are added up, and the option with the most points wins.', NO_POINTS, AVERAGE],
    [
      'star',
      'Of the two options with the most points, the one that more voters score higher wins.',
      LOWEST,
      AVERAGE,
    ],
    ['median', 'The option with the highest median score wins.', LOWEST, MEDIANS],
  ] as const)('%s', async (count_method, decides, skipping, bars) => {
    const settings = { poll_type: 'score', count_method }
    const { page, thread } = await open({ ...MEDIAN, settings } as unknown as Wish)
    const { body } = await at.get(page, 'cleo')
    expect(body.split(`${decides} ${skipping}`)).toHaveLength(3)
    expect(/<\/legend><p class="small">([^<]*)/.exec(body)?.[1]).toBe(`${decides} ${skipping}`)
    expect(body).toContain(bars)
    const short = plain((await at.get(thread, 'cleo')).body)
    // Where points are added up, a skipped option changes nothing in the picture.
    const said = count_method === 'sum' ? decides : `${decides} ${skipping}`
    expect(short).toContain(count_method === 'median' ? said : `${said} ${AVERAGE}`)
  })

  test('where every option is scored, nothing is said of skipping', async () => {
    const settings = { poll_type: 'score', count_method: 'sum', minimum_stance_choices: 2 }
    const { page } = await open({ ...MEDIAN, settings } as unknown as Wish)
    expect((await at.get(page, 'cleo')).body).not.toContain('Skipping')
  })
})

describe('a skipped option counts as the lowest score in all that is told beside a count that counts it so', () => {
  const skipping = (settings: object) => ({
    settings: { poll_type: 'score', ...settings },
    options: ['Alder', 'Birch', 'Cedar'],
    ballots: [{ Alder: 5, Birch: 4 }, { Alder: 3, Birch: 4 }, { Birch: 4 }],
  })
  test.each([
    ['star', {}, 'average 2.7 of 5 · 8 points', 'average 0 of 5 · 0 points', '8 points (average 2.7)'],
    [
      'star',
      { min_score: 1 },
      'average 3 of 5 · 9 points',
      'average 1 of 5 · 3 points',
      '9 points (average 3)',
    ],
    ['median', {}, 'median 3 of 5 · average 2.7', 'median 0 of 5 · average 0', '8 points (average 2.7)'],
    ['sum', {}, 'average 4 of 5 · 8 points', 'nobody scored it', '8 points (average 4)'],
  ] as const)('%s %o', async (count_method, scale, words, of_nobody, mailed) => {
    const wish = skipping({ count_method, ...scale }) as unknown as Wish
    const { page, thread, poll_id } = await open(wish)
    for (const path of [page, thread]) {
      const { body } = await at.get(path, 'cleo')
      expect(plain(body)).toMatch(new RegExp(`Alder[^B]+${words}`))
      expect(plain(body)).toMatch(new RegExp(`Cedar[^B]+${of_nobody}`))
      const low = 'min_score' in scale ? scale.min_score : 0
      const columns = /aria-label="Scores of Alder: ([^"]*)"/.exec(body)?.[1] ?? ''
      expect(columns).toMatch(count_method === 'sum' ? /^3 / : new RegExp(`^${low} `))
    }
    await close(poll_id)
    const loaded = await loadPoll(at.world.db.pool, poll_id, { viewer: PROGRAM })
    if (loaded === null) throw new Error('it was just made')
    expect(resultLines(loaded, 'UTC').join('\n')).toContain(mailed)
    // What programs get is of those who scored it.
    const rows = loaded.results.shown ? loaded.results.rows : []
    expect(rows.find(({ option }) => option.name === 'Alder')).toMatchObject({ score: 8, average: 4 })
  })
})

test('how a ranking by points is counted is said with its result and in its thread', async () => {
  const settings = { poll_type: 'ranked_choice', count_method: 'points' }
  const { page, thread } = await open({ ...RUNOFF, settings } as unknown as Wish)
  const about =
    /Points are counted: on each ballot, the first of 2 options gets 2 points and each following option one point less\. First choices are shown next to the points but decide nothing\./g
  for (const path of [page, thread])
    expect(plain((await at.get(path, 'cleo')).body).match(about)).toHaveLength(1)
})
