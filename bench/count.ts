import { count, METHODS, type Method, RANKED_METHODS, SEVERAL_SEATS } from '@folkmoot/count'

/**
 * How long a count takes, by method: `node bench/count.ts`. The ballots are random, of voters who lean to one
 * of a few groups of options, so that most of them differ.
 */

const SIZES = [
  { voters: 100, options: 8 },
  { voters: 6_000, options: 8 },
  { voters: 100_000, options: 10 },
  { voters: 100_000, options: 200 },
  { voters: 10_000, options: 1_000 },
]
const RANKED = 12
/** Equal shares run up to a thousand times, each with many purchases: of such a size they are measured. */
const MOST_SHARING = 10_000
const MOST_PROJECTS = 50

/** A small generator, so that every run counts the same ballots. */
let state = 1
function random(): number {
  state = (state * 48_271) % 2_147_483_647
  return state / 2_147_483_647
}

function rankings(voters: number, options: number) {
  return Array.from({ length: voters }, () => {
    const start = Math.floor(random() * 5) * Math.floor(options / 5)
    const left = new Set<number>()
    const most = Math.min(options, 1 + Math.floor(random() * RANKED))
    while (left.size < most) left.add((start + Math.floor(random() ** 2 * options)) % options)
    return { weight: 1, ranks: [...left].map((place) => [place]) }
  })
}

function scores(voters: number, options: number) {
  return Array.from({ length: voters }, () => ({
    weight: 1,
    scores: Array.from({ length: options }, () => (random() < 0.5 ? null : Math.floor(random() * 6))),
  }))
}

function milliseconds(run: () => unknown): number {
  const started = performance.now()
  run()
  return performance.now() - started
}

for (const { voters, options } of SIZES) {
  const names = Array.from({ length: options }, (_, place) => place)
  const [ranked, scored] = [rankings(voters, options), scores(voters, Math.min(options, 200))]
  const shared = scores(Math.min(voters, MOST_SHARING), Math.min(options, MOST_PROJECTS))
  const costs = names.map(() => 100 + Math.floor(random() * 900))
  const line = METHODS.map((method: Method) => {
    const by_rank = RANKED_METHODS.includes(method)
    const seats = SEVERAL_SEATS.includes(method) ? Math.min(5, options - 1) : 1
    const shares = method === 'equal_shares'
    const fitting = by_rank ? names : names.slice(0, shares ? MOST_PROJECTS : 200)
    const ballots = by_rank ? ranked : shares ? shared : scored
    const money = shares ? { costs: costs.slice(0, fitting.length), budget: 20_000 } : {}
    const took = milliseconds(() =>
      count({ method, seats, options: fitting, ballots, max_score: 5, ...money }),
    )
    return `${method} ${took < 10 ? took.toFixed(1) : Math.round(took)}`
  })
  console.log(`${voters} ballots, ${options} options, in ms: ${line.join(', ')}`)
}
