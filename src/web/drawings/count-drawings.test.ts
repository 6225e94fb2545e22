import type { Count } from '@folkmoot/count'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { inLanguage } from '../../locales/say.ts'
import { DuelsPicture } from './duels-part.tsx'
import { LastRound } from './round-bars-part.tsx'
import { RoundsPicture } from './rounds-part.tsx'

type Rounds = Partial<Count['rounds'][number]>[]

function countOf(given: Partial<Omit<Count, 'rounds'>> & { rounds: Rounds }): Count {
  const round = { quota: null, exhausted: 0n, elected: [], excluded: [], transfers: [], of: null }
  const rounds = given.rounds.map((one) => ({ ...round, ...one }))
  return {
    method: 'irv',
    quota: null,
    seats: 1,
    decimals: 0,
    elected: [],
    ...given,
    rounds,
  } as unknown as Count
}

const TOLD = { names: ['Ada', 'Ben', 'Cleo'], sentences: ['', ''], final: true }

describe('the rounds of a count', () => {
  const roundsOf = (count: Count) =>
    renderToString(h(RoundsPicture, { count, ...TOLD }))
      .split('class="round"')
      .slice(1)

  test('are drawn on one axis of everybody who voted, whose end each round names', () => {
    const [first = '', last = ''] = roundsOf(
      countOf({ rounds: [{ votes: [3n, 3n, 2n] }, { votes: [5n, 3n, 0n], excluded: [2] }], valid: 8 }),
    )
    expect(first).toContain('class="value" x="0%" width="37.5%"')
    expect(last).toContain('class="came" x="37.5%" width="25%"')
    for (const round of [first, last]) expect(round).toContain('<span>0</span><span>all 8 who voted</span>')
  })

  test('of a runoff mark the half of the votes that still count, and name it', () => {
    const [first = '', last = ''] = roundsOf(
      countOf({
        rounds: [{ votes: [3n, 3n, 2n] }, { votes: [4n, 3n, 0n], excluded: [2], exhausted: 1n }],
        valid: 8,
      }),
    )
    expect(first).toContain('class="mark" x1="50%" x2="50%"')
    expect(first).toMatch(/<text x="50%"[^>]*>Needed: more than half \(4\)</)
    expect(last).toContain('class="mark" x1="43.8%" x2="43.8%"')
    expect(last).toMatch(/<text x="43.8%"[^>]*>Needed: more than half \(3\.5\)</)
    // Votes that count for nobody need no number.
    expect(last.match(/class="mark"/g)).toHaveLength(3)
  })

  test.each([
    ['stv_scottish', 300000n, 5, 'Enough for a seat: 3'],
    ['stv_meek', 2666666667n, 9, 'For a seat: more than 2.67'],
  ] as const)('by %s mark the quota, and name it', (method, quota, decimals, words) => {
    const unit = 10n ** BigInt(decimals)
    const rounds = [{ votes: [4n * unit, 3n * unit, unit], quota, elected: [0] }]
    const [round = ''] = roundsOf(
      countOf({ method, seats: 2, quota, decimals, rounds, elected: [0], valid: 8 }),
    )
    expect(round).toContain('class="value" x="0%" width="50%"')
    expect(round).toContain(
      `class="mark" x1="${Math.round((Number(quota) * 1000) / Number(8n * unit)) / 10}%"`,
    )
    expect(round).toContain(`>${words}<`)
    expect(round).toContain('all 8 who voted')
  })
})

describe('an option with hardly more votes than a seat takes, which is written with the same number,', () => {
  const ROUNDED = 'These numbers are rounded.'
  const meek = (quota: bigint, own: bigint, rest: Partial<Count> = {}) =>
    countOf({
      method: 'stv_meek',
      seats: 2,
      quota,
      decimals: 9,
      elected: [0],
      valid: 8,
      ...rest,
      rounds: [{ votes: [own, 1_000_000_000n, 0n], quota, elected: [0] }],
    })
  const card = (count: Count) => renderToString(h(LastRound, { count, ...TOLD }))
  const page = (count: Count) => renderToString(h(RoundsPicture, { count, ...TOLD }))

  test('has a note in a thread that numbers are rounded', () => {
    const body = card(meek(1_333_333_334n, 1_333_333_335n))
    expect(body).toContain('For a seat: more than 1.33')
    expect(body).toContain(ROUNDED)
    // The page says it once, with the reason for fractions.
    expect(page(meek(1_333_333_334n, 1_333_333_335n))).toMatch(/Figures are rounded\.(?!.*rounded)/)
  })

  test('has it on the page, too, where all numbers are written without fractions', () => {
    for (const body of [card, page].map((drawn) => drawn(meek(4_000_000_001n, 4_000_000_002n)))) {
      expect(body).toContain('For a seat: more than 4<')
      expect(body.split(ROUNDED)).toHaveLength(2)
    }
  })

  test('else has none', () => {
    const more = meek(1_333_333_334n, 1_500_000_000n)
    const fewer = meek(1_333_333_334n, 1_333_333_332n)
    const scottish = meek(4_000_000_000n, 4_000_000_000n, { method: 'stv_scottish' })
    for (const count of [more, fewer, scottish]) expect(card(count)).not.toContain(ROUNDED)
    expect(page(scottish)).not.toContain(ROUNDED)
  })
})

test.each([
  ['en', '(+1)', '(\u22122)'],
  ['de', '(+1)', '(\u22122)'],
  ['ar', '(\u200e+1)', '(\u200e\u22122)'],
] as const)(
  'votes gained and lost in a round have their sign as in %s, apart from other text',
  (language, gained, lost) => {
    const rounds = [{ votes: [3n, 4n, 2n] }, { votes: [4n, 5n, 0n] }]
    const props = { count: countOf({ rounds, valid: 9 }), ...TOLD }
    const page = inLanguage(language, () => renderToString(h(RoundsPicture, props)))
    expect(page).toContain(`4 <bdi>${gained}</bdi>`)
    expect(page).toContain(`0 <bdi>${lost}</bdi>`)
  },
)

describe('the comparison of pairs', () => {
  /** So many options, each of which beats all those after it. */
  const duelsOf = (options: number) => {
    const places = Array.from({ length: options }, (_, place) => place)
    const preferring = places.map((one) => places.map((other) => (one < other ? 3 : one === other ? 0 : 1)))
    const ranking = places.map((place) => [place])
    const count = { pairwise: { preferring }, ranking } as unknown as Count
    const page = renderToString(h(DuelsPicture, { count, names: places.map((place) => `Option ${place}`) }))
    const [, folded = ''] = /<details class="on-screen">(.*?)<\/details>/.exec(page) ?? []
    const sentencesIn = (html: string) => html.match(/ beats /g)?.length ?? 0
    return { page, sentences: sentencesIn(page), folded: sentencesIn(folded) }
  }

  test.each([
    [5, 10, 0],
    [6, 15, 15],
    [12, 66, 66],
  ])('of %i options has %i sentences, %i of them folded and not on paper', (options, sentences, folded) => {
    expect(duelsOf(options)).toMatchObject({ sentences, folded })
    expect(duelsOf(options).page).toContain('<table')
  })

  test('of too many options for a table is left to the picture of the winner', () => {
    expect(duelsOf(13).page).toBe('')
  })
})
