import { type Count, count, type Method } from '@folkmoot/count'
import { t } from '../../locales/say.ts'
import { roundSentences } from '../../sentences/round-words.ts'

/** An example in the current language: what is asked, the ballots, and what the method makes of them. */
export type Example = { asked: string; ballots: string[]; told: string[] }

const [GARDEN, WORKSHOP, CAFE, LIBRARY] = [0, 1, 2, 3]
const BUDGET = 700
const COSTS = [300, 200, 400]

/** Ballots: how many there are, and the options from the best on, or what each option gets. */
type Ballots = readonly (readonly [number, readonly number[]])[]

// The café, which few put first, beats every other idea one against one.
const RANKED: Ballots = [
  [4, [GARDEN, CAFE, WORKSHOP]],
  [3, [WORKSHOP, CAFE, GARDEN]],
  [2, [CAFE, WORKSHOP, GARDEN]],
]
const TICKED: Ballots = [
  [4, [GARDEN, CAFE]],
  [3, [WORKSHOP, CAFE]],
  [2, [CAFE]],
]
// The garden has more votes than it needs; with these and the library's one the café gets the other seat.
const FOR_SEATS: Ballots = [
  [8, [GARDEN, CAFE]],
  [3, [WORKSHOP]],
  [3, [CAFE, WORKSHOP]],
  [1, [LIBRARY, CAFE]],
]
// The garden has the highest sum, but more people prefer the café.
const SCORED: Ballots = [
  [3, [2, 0, 3]],
  [2, [5, 2, 1]],
]
// By sums the garden and the café would be bought, and the workshop's friends would get nothing.
const DOTS: Ballots = [
  [5, [5, 0, 4]],
  [2, [0, 9, 0]],
]

/** The example of a method, counted by it. */
export function exampleOf(method: Method): Example {
  const names = [
    t('help.counting.garden'),
    t('help.counting.workshop'),
    t('help.counting.cafe'),
    t('help.counting.library'),
  ]
  switch (method) {
    case 'stv_scottish':
    case 'stv_meek':
      return ranked(method, { asked: t('help.counting.example_seats'), ballots: FOR_SEATS, names })
    case 'approval':
      return ranked(method, {
        asked: t('help.counting.example_ticks'),
        ballots: TICKED,
        names: names.slice(0, LIBRARY),
      })
    case 'sum':
    case 'star':
    case 'median':
      return scored(method, {
        asked: t('help.counting.example_scores'),
        ballots: SCORED,
        names: names.slice(0, LIBRARY),
      })
    case 'equal_shares':
      return scored(method, {
        asked: t('help.counting.example_dots', { budget: BUDGET, names: numbered(COSTS, names) }),
        ballots: DOTS,
        names: names.slice(0, LIBRARY),
      })
    default:
      return ranked(method, {
        asked: t('help.counting.example_ranks'),
        ballots: RANKED,
        names: names.slice(0, LIBRARY),
      })
  }
}

type Asked = { asked: string; ballots: Ballots; names: string[] }

function ranked(method: Method, { asked, ballots, names }: Asked): Example {
  const counted = count({
    method,
    seats: names.length > LIBRARY ? 2 : 1,
    options: names,
    ballots: ballots.map(([weight, places]) => ({
      weight,
      ranks: method === 'approval' ? [[...places]] : places.map((place) => [place]),
    })),
  })
  const lines = ballots.map(([weight, places]) =>
    line(
      weight,
      places.map((place) => names[place] ?? ''),
    ),
  )
  return { asked, ballots: lines, told: tell(counted, names) }
}

function scored(method: Method, { asked, ballots, names }: Asked): Example {
  const counted = count({
    method,
    seats: 1,
    options: names,
    ballots: ballots.map(([weight, scores]) => ({ weight, scores: [...scores] })),
    min_score: 0,
    max_score: 5,
    ...(method === 'equal_shares' && { costs: COSTS, budget: BUDGET }),
  })
  const lines = ballots.map(([weight, scores]) => line(weight, numbered(scores, names)))
  return { asked, ballots: lines, told: tell(counted, names) }
}

const line = (weight: number, names: string[]): string => t('help.counting.ballots', { count: weight, names })

const numbered = (numbers: readonly number[], names: readonly string[]): string[] =>
  numbers.map((number, place) => t('count.with_number', { name: names[place] ?? '', number }))

function tell(counted: Count, names: string[]): string[] {
  const told = roundSentences(counted, names, { costs: COSTS, final: true })
  const { budget } = counted
  return budget === null ? told : [...told, t('count.spent', { spent: budget.spent, budget: budget.budget })]
}
