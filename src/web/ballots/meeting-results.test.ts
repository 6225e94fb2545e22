import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { openPollWorld } from '../../../test/poll-web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { MeetingGrid } from './meeting-grid-part.tsx'
import type { BallotsProps } from './type-page.ts'

const at = await openPollWorld()
const DAYS = ['2098-07-01', '2098-07-02', '2098-07-03']

async function resultsOf(scores: number[][], options = DAYS, can_respond_maybe = true): Promise<string> {
  const { page } = await at.visit(
    { settings: { poll_type: 'meeting', can_respond_maybe }, options },
    {
      who: at.people[0] ?? 0,
      before: async (poll_id) => {
        for (const [voter, given] of scores.entries()) {
          const choices = Object.fromEntries(options.map((day, place) => [day, given[place] ?? 0]))
          await castBallot(at.world.db, {
            poll_id,
            user_id: at.people[voter] ?? 0,
            choices,
            reason: { text: '', format: 'md' },
          })
        }
      },
    },
  )
  return page.body
}

test('the best time is first and marked, with bars of yes, if need be and no', async () => {
  const body = await resultsOf([
    [0, 2, 1],
    [0, 2, 1],
    [0, 1, 2],
    [0, 0, 0],
  ])
  const list = body.slice(body.indexOf('class="results'), body.indexOf('class="wide"'))
  const rows = list.split('<li>').slice(1)
  expect(rows.map((row) => /\d\u00a0July/.exec(row)?.[0])).toEqual([
    '2\u00a0July',
    '3\u00a0July',
    '1\u00a0July',
  ])
  expect(rows.map((row) => row.includes('>Suits best<'))).toEqual([true, false, false])
  expect(rows[0]).toMatch(
    /class="yes" x="0%" width="50%".*class="need-be" x1="50%" x2="75%".*class="edge" x="0%" width="100%"/,
  )
  expect(rows[2]).toMatch(
    /class="yes" x="0%" width="0%".*class="need-be" x1="0%" x2="0%".*class="edge" x="0%" width="100%"/,
  )
})

test('a sentence says how the best time is found', async () => {
  expect(await resultsOf([[2, 1, 0]])).toContain(
    'A “Yes” counts twice as much as an “If need be”; the time with the highest total suits best.',
  )
  const without = await resultsOf([[2, 2, 0]], DAYS, false)
  expect(without).toContain('The time at which most voters can come suits best.')
  expect(without).not.toContain('“If need be”')
})

test('the time zone is said once above the times, not at each of them', async () => {
  const body = await resultsOf([[2, 1]], ['2098-07-01T18:00:00Z', '2098-07-02T18:00:00Z'])
  const results = body.slice(body.indexOf('>Results<'))
  const list = results.slice(results.indexOf('<ul class="results'), results.indexOf('</ul>'))
  const whole = results.slice(0, results.indexOf('</ul>'))
  expect(whole.match(/All times are in this time zone: [^<]+/g)).toHaveLength(1)
  expect(list).toMatch(/Tuesday 1\u00a0July 2098, \d\d:00<\/strong>/)
  expect(list).not.toMatch(/UTC|Europe/)
})

test('a result with tied times does not repeat the zone', async () => {
  const times = ['2098-07-01T18:00:00Z', '2098-07-02T18:00:00Z', '2098-07-03T18:00:00Z']
  const body = await resultsOf([[2, 2, 1]], times)
  const [, lead = ''] = /<strong>Suits best[^:]*: ([^<]*)</.exec(body) ?? []
  expect(lead).toMatch(/1\u00a0July 2098, .*2\u00a0July 2098, /)
  expect(lead).not.toMatch(/UTC|Time\)/)
})

test.each([
  [[2], '1\u00a0×\u00a0Yes'],
  [[2, 1, 0], '1\u00a0×\u00a0Yes; 1\u00a0×\u00a0If need be; 1\u00a0×\u00a0No'],
  [[2, 2, 1, 2, 0, 0], '3\u00a0×\u00a0Yes; 1\u00a0×\u00a0If need be; 2\u00a0×\u00a0No'],
  [[0, 0], '2\u00a0×\u00a0No'],
])('a vote on any number of times is shown as numbers of answers: %o', async (scores, words) => {
  const times = scores.map((_, place) => `2098-07-0${place + 1}T18:00:00Z`)
  expect(await resultsOf([scores], times)).toContain(`You voted: ${words}.`)
})

test('the grid marks the reader and the best times', async () => {
  const body = await resultsOf([
    [2, 0, 2],
    [2, 1, 2],
  ])
  const grid = body.slice(body.indexOf('class="wide"'))
  expect(grid.match(/\(best\)/g)).toHaveLength(2)
  expect(grid.match(/ \(you\)/g)).toHaveLength(1)
  expect(grid).toMatch(/<tr class="own"/)
})

test.each([
  [[[2, 1, 0]], ['agree Yes', 'abstain If need be', 'disagree No']],
  [[[2, 2, 0]], ['agree Yes', 'disagree No']],
  [[[1, 1, 1]], ['abstain If need be']],
])('above the grid are the signs in it, with their words: %j', async (scores, signs) => {
  const body = await resultsOf(scores)
  const [, legend = ''] =
    /<p class="key[^>]* aria-hidden="true">((?:(?!<p ).)*)<\/p><section class="wide"/.exec(body) ?? []
  const found = [...legend.matchAll(/<svg class="(\w+)".*?<\/svg> ([^<]+)</g)]
  expect(found.map(([, meaning, words]) => `${meaning} ${words}`)).toEqual(signs)
})

test('no time is marked as best if nobody can come', async () => {
  expect(await resultsOf([[0, 0, 0]])).not.toContain('>Suits best')
})

test('the grid follows the bars, and its columns have short heads with full names for screen readers', async () => {
  const body = await resultsOf([[0, 2, 1]])
  const places = ['class="ballot', 'id="results"', 'class="wide"'].map((part) => body.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(body).toContain(
    '<span aria-hidden="true">Tue\u00a01\u00a0Jul</span><span class="unseen">Tuesday 1\u00a0July 2098</span></th>',
  )
})

test('heads are turned on paper only if there are many, with upright numbers in Japanese', async () => {
  const five = [1, 2, 3, 4, 5].map((day) => `2098-07-0${day}T18:00:00Z`)
  expect(await resultsOf([[2, 2, 1, 0]], five.slice(1))).not.toContain('class="turned"')
  expect(await resultsOf([[2, 2, 1, 0, 0]], five)).toContain(
    '<span class="turned">Tue\u00a01\u00a0Jul</span>',
  )
  await at.world.db.pool.query("update groups set locale = 'ja'")
  expect((await resultsOf([[2, 2, 1, 0, 0]], five)).replaceAll('\u00a0', '')).toContain(
    '<span class="turned"><span class="number">7</span>月<span class="number">1</span>日',
  )
})

test.each([
  [30, false],
  [31, true],
])('a grid of %d voters is folded: %s', (voters, folded) => {
  const by_voter = Array.from({ length: voters }, (_, place) => ({ user_id: place, scores: [2] }))
  const option = { id: 1, slot: 1, name: '2098-07-01', meaning: null, cost: null }
  const loaded = { options: [option], voters: { by_voter }, results: { shown: false } }
  const props = { loaded, names: new Map(), zone: 'UTC', own_id: 0 } as unknown as BallotsProps
  const markup = renderToString(h(MeetingGrid, props))
  expect(markup.includes('<summary>Show who can come when (31 voters)</summary><p class="key')).toBe(folded)
  expect(markup.startsWith('<details')).toBe(folded)
})
