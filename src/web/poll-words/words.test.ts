import { describe, expect, test } from 'vitest'
import { leadOf } from '../../polls/counts/lead.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { type ResultRow, resultRows } from '../../polls/results/tally/result-rows.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { howToVote } from '../ballots/ballot-words-part.tsx'
import { pageOf } from '../ballots/index.ts'
import { fromNow } from '../parts/date-part.tsx'
import { leadWords, rowWords } from '../results/result-words.ts'
import { inVotersOrder, optionLabel } from './poll-words.ts'

const BASE = {
  id: 1,
  poll_type: 'poll',
  min_score: 0,
  max_score: 5,
  dots_per_person: 8,
  minimum_stance_choices: null,
  maximum_stance_choices: null,
  can_respond_maybe: true,
  shuffle_options: true,
  count_method: null,
  seats: 1,
  budget: null,
}
const poll = (change: Partial<Poll>) => ({ ...BASE, ...change }) as unknown as Poll
const options: PollOption[] = ['A', 'B', 'C'].map((name, place) => ({
  id: place,
  poll_id: 1,
  slot: place + 1,
  priority: place,
  name,
  meaning: null,
  cost: null,
}))

test.each([
  [
    'dot_vote' as const,
    'Give dots to 1 option: you gave dots to 2.',
    'Give dots to 1 to 2 options: you gave dots to 1.',
  ],
  ['score' as const, 'Score 1 option: you scored 2.', 'Score 1 to 2 options: you scored 1.'],
  ['ranked_choice' as const, 'Rank 1 option: you ranked 2.', 'Rank 1 to 2 options: you ranked 1.'],
])('of a %s ballot nouns and verbs follow their numbers', (type, one, more) => {
  const wrong = pageOf(type).ballot.wrong_count
  expect(wrong({ least: 1, most: 1, given: 2, options: 3 })).toContain(one)
  expect(wrong({ least: 1, most: 2, given: 1, options: 3 })).toContain(more)
})

test.each([
  [{ poll_type: 'proposal' }, 'Each voter chooses one answer.'],
  [{ poll_type: 'poll' }, 'Each voter chooses one option.'],
  [{ poll_type: 'poll', maximum_stance_choices: 2 }, 'Each voter chooses up to 2 options.'],
  [
    { poll_type: 'poll', minimum_stance_choices: 2, maximum_stance_choices: 3 },
    'Each voter chooses 2 to 3 options.',
  ],
  [{ poll_type: 'count' }, 'Each voter chooses one answer.'],
  [{ poll_type: 'score', max_score: 9 }, 'Each voter scores options from 0 to 9.'],
  [{ poll_type: 'ranked_choice' }, 'Each voter ranks the options, best first.'],
  [
    { poll_type: 'ranked_choice', minimum_stance_choices: 2 },
    'Each voter ranks 2 of the options, best first.',
  ],
  [{ poll_type: 'meeting' }, 'For each time, voters answer yes, if need be, or no.'],
  [{ poll_type: 'meeting', can_respond_maybe: false }, 'For each time, voters answer yes or no.'],
  [{ poll_type: 'dot_vote', dots_per_person: 1 }, 'Each voter has 1 dot to distribute among the options.'],
] as const)('%o', (change, words) => {
  expect(howToVote(poll(change), 3)).toBe(words)
})

test.each([
  ['ranked_choice', [1, 3, 2], '1\u00a0Crow; 2\u00a0\u2068نورس\u2069; 3\u00a0\u2068بجعة\u2069'],
  ['dot_vote', [2, 0, 3], '\u2068بجعة\u2069:\u00a02; Crow:\u00a00; \u2068نورس\u2069:\u00a03'],
  ['score', [2, 0, 3], '\u2068بجعة\u2069:\u00a02; Crow:\u00a00; \u2068نورس\u2069:\u00a03'],
  ['poll', [1, null, 1], '\u2068بجعة\u2069 and \u2068نورس\u2069'],
] as const)(
  'a %s ballot keeps names that run the other way apart from numbers',
  (poll_type, scores, words) => {
    const named = options.map((option, place) => ({ ...option, name: ['بجعة', 'Crow', 'نورس'][place] ?? '' }))
    const given = poll({ poll_type, shuffle_options: false })
    expect(voteWords([...scores], { poll: given, options: named })).toBe(words)
  },
)

test('options are shown in words if the type gives them a meaning', () => {
  expect(optionLabel('proposal', 'block', 'UTC')).toBe('Block')
  expect(optionLabel('poll', 'agree', 'UTC')).toBe('agree')
  expect(optionLabel('count', 'decline', 'UTC')).toBe('Decline')
  expect(optionLabel('count', 'constructor', 'UTC')).toBe('constructor')
})

test('each option gets each position for some voters', () => {
  const firsts = new Map<string, number>()
  for (let voter = 1; voter <= 3_000; voter++) {
    const [first] = inVotersOrder(poll({}), options, voter)
    firsts.set(first?.name ?? '', (firsts.get(first?.name ?? '') ?? 0) + 1)
  }
  for (const count of firsts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  expect(inVotersOrder(poll({ shuffle_options: false }), options, 7)).toBe(options)
})

describe('results in words', () => {
  const tally = { cast_count: 4, sums: [9, 9, 0], answers: [3, 4, 0], supports: [3, 4, 0] }
  const leading = (given: Poll, rows: ResultRow[]) => {
    const results = { shown: true as const, rows, sums: tally.sums, as_of: 4, named: true, open: null }
    const lead = leadOf({ poll: given, options, results, now: new Date() }, null)
    return lead === null ? null : leadWords(given, lead, { zone: 'UTC' })
  }
  const words = (change: Partial<Poll>) => {
    const given = poll(change)
    const rows = resultRows(given.poll_type, options, tally)
    return [leading(given, rows), ...rows.map((row) => rowWords(row, { poll: given, options: 3, voters: 4 }))]
  }

  test('say what came first, and with how many votes', () => {
    expect(words({ poll_type: 'score' })).toEqual([
      'Most points, tied: A and B.',
      'average 3 of 5 · 9 points',
      'average 2.3 of 5 · 9 points',
      'nobody scored it',
    ])
    expect(words({ poll_type: 'ranked_choice' })[1]).toBe('9 points of 12')
    expect(words({ poll_type: 'dot_vote' })[3]).toBe('nobody gave it dots')
    expect(words({ poll_type: 'meeting' })[2]).toBe('4 of 4 can come')
  })

  test('of a time added later say how many voters were never asked about it', () => {
    expect(words({ poll_type: 'meeting' }).slice(1)).toEqual([
      '3 of 4 can come; 1 voted before it was added',
      '4 of 4 can come',
      '0 of 4 can come; 4 voted before it was added',
    ])
  })

  test('name three of many tied options, and count the others', () => {
    const many = ['A', 'B', 'C', 'D', 'E'].map((name, place) => ({ ...options[0], name, slot: place + 1 }))
    const all = { sums: many.map(() => 9), answers: many.map(() => 4), supports: many.map(() => 4) }
    const lead = (count: number) => {
      const rows = resultRows('score', many.slice(0, count) as typeof options, { cast_count: 4, ...all })
      return leading(poll({ poll_type: 'score' }), rows)
    }
    expect(lead(3)).toBe('Most points, tied: A, B and C.')
    expect(lead(5)).toBe('Most points, tied: A, B, C and 2 more.')
  })

  test('mention no leader if there is none', () => {
    const rows = resultRows('poll', options, { ...tally, sums: [0, 0, 0] })
    expect(leading(poll({}), rows)).toBeNull()
  })
})

test.each([
  [30_000, 'in less than a minute'],
  [-30_000, 'just now'],
  [89 * 60_000, 'in 1 hour'],
  [40 * 3_600_000, 'in 40 hours'],
  [6.9 * 86_400_000, 'in 7 days'],
])('%d ms is %s', (distance, words) => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(fromNow(new Date(now.getTime() + distance), { now, zone: 'UTC' })).toBe(
    words.replace(/(?<=\d) /, '\u00a0'),
  )
})
