import type { Election, ScoredBallot } from '../election.ts'
import type { LotOrder } from '../lot.ts'
import { placesTo } from '../places.ts'
import type { MethodCount, Round, Tie } from '../result.ts'

const MOST_STEPS = 1_000n

/** Voters with equal ballots: `money` each has left, in parts of a unit of currency. */
type Purse = { voters: bigint; dots: bigint[]; money: bigint }

type Projects = { costs: bigint[]; budget: bigint; dots: bigint[]; standing: number[] }

/**
 * The method of equal shares (Peters, Pierczyński, Skowron 2021): everyone gets an equal share of the budget,
 * and an option is bought when those who gave it dots can pay for it, the one first at which a dot costs
 * least. Shares are then raised step by step while what is bought stays within the budget ("add one").
 */
export function countEqualShares(election: Election, lot: LotOrder): MethodCount {
  const { options, withdrawn = [], costs = [], budget = 0 } = election
  const purses = pursesOf(election)
  const voters = purses.reduce((sum, purse) => sum + purse.voters, 0n)
  const standing = placesTo(options.length).filter((place) => !withdrawn.includes(place))
  const dots = options.map((_, place) =>
    purses.reduce((sum, purse) => sum + purse.voters * (purse.dots[place] ?? 0n), 0n),
  )
  const projects = { costs: costs.map(BigInt), budget: BigInt(budget), dots, standing }
  const { bought, added, step } = raised(projects, { purses, voters, lot })
  const spent = bought.reduce((sum, { of }) => sum + (projects.costs[of] ?? 0n), 0n)
  return {
    method: 'equal_shares',
    seats: election.seats ?? 1,
    decimals: 0,
    quota: null,
    valid: Number(voters),
    exhausted: 0n,
    rounds: bought.map(({ of }, place): Round => {
      const before = new Set(bought.slice(0, place).map((purchase) => purchase.of))
      const left = dots.map((sum, at) => (standing.includes(at) && !before.has(at) ? sum : null))
      const round = { quota: null, excluded: [], exhausted: 0n, transfers: [] }
      return { ...round, step: 'purchase', of, votes: left, elected: [of] }
    }),
    elected: bought.map(({ of }) => of),
    ties: bought.flatMap(({ tie }, round) => (tie === null ? [] : [{ ...tie, round }])),
    ranking: null,
    pairwise: null,
    budget: { spent: Number(spent), budget, added: Number(added), step: Number(step) },
  }
}

type Voting = { purses: Purse[]; voters: bigint; lot: LotOrder }
type Purchase = { of: number; tie: Tie | null }
type Bought = { bought: Purchase[]; added: bigint; step: bigint }
/** `paid_in_full`: nobody had less left than their part of what they paid for. */
type Run = { bought: Purchase[]; added: bigint; paid_in_full: boolean }

/** The purchases with the highest shares that stay within the budget. */
function raised(projects: Projects, voting: Voting): Bought {
  const { costs, budget, standing } = projects
  if (voting.voters === 0n) return { bought: [], added: 0n, step: 0n }
  const costOf = (purchases: Purchase[]) => purchases.reduce((sum, { of }) => sum + (costs[of] ?? 0n), 0n)
  const all = standing.reduce((sum, place) => sum + (costs[place] ?? 0n), 0n)
  const step = all / MOST_STEPS > 0n ? (all + MOST_STEPS - 1n) / MOST_STEPS : 1n
  const run = (added: bigint): Run => ({ ...buy(projects, voting, added), added })
  let best = run(0n)
  while (best.added + step <= all && !isExhaustive(best.bought)) {
    const next = run(best.added + step)
    if (costOf(next.bought) > budget) break
    best = next.paid_in_full && isSame(best, next) ? lastSame(next, { run, step, all }) : next
  }
  return { bought: best.bought, added: best.added, step }

  /** Nothing that someone wants fits into what is left. */
  function isExhaustive(purchases: Purchase[]): boolean {
    const left = budget - costOf(purchases)
    const have = new Set(purchases.map(({ of }) => of))
    return !standing.some(
      (place) => !have.has(place) && (projects.dots[place] ?? 0n) > 0n && (costs[place] ?? 0n) <= left,
    )
  }
}

/**
 * The last run up to `all` that buys the same. If everyone who pays in this run can pay in full, they can
 * with more money too, for the same: only other options become cheaper, the more the money. So a later run
 * that buys the same shows that all between do, and steps can be skipped.
 */
function lastSame(from: Run, { run, step, all }: Steps): Run {
  let last = from
  let jump = step
  const leap = (): boolean => {
    const next = last.added + jump <= all ? run(last.added + jump) : null
    if (next === null || !isSame(last, next)) return false
    last = next
    return true
  }
  while (leap()) jump *= 2n
  for (jump /= 2n; jump >= step; jump /= 2n) leap()
  return last
}

type Steps = { run: (added: bigint) => Run; step: bigint; all: bigint }

const isSame = ({ bought: one }: Run, { bought: other }: Run): boolean =>
  one.length === other.length && one.every(({ of }, place) => of === other[place]?.of)

/** One run, in which everyone has their share of the budget plus `added`. */
function buy(projects: Projects, { purses, voters, lot }: Voting, added: bigint): Omit<Run, 'added'> {
  // Money is counted in parts that every payment divides: `unit` parts are one unit of currency.
  let unit = voters
  const left = purses.map((purse) => ({ ...purse, money: projects.budget + added * voters }))
  let open = projects.standing.filter((place) => (projects.dots[place] ?? 0n) > 0n).map(unpriced)
  const bought: Purchase[] = []
  let paid_in_full = true
  for (;;) {
    const cost = ({ place }: Open) => (projects.costs[place] ?? 0n) * unit
    const cheapest = cheapestOf(open, (one) => priced(one, rateOf(one.place, left, cost(one)), unit))
    open = open.filter(({ price }) => price !== 'too dear')
    if (cheapest.length === 0) return { bought, paid_in_full }
    const equal = cheapest.map(({ place }) => place).sort((one, other) => one - other)
    const { chose, tie } = chooseAmong(equal, projects, lot)
    const { money, dots } = cheapest.find(({ place }) => place === chose)?.rate ?? { money: 0n, dots: 1n }
    for (const purse of left) {
      const given = purse.dots[chose] ?? 0n
      const asked = given * money
      if (asked > purse.money * dots) paid_in_full = false
      purse.money =
        asked < purse.money * dots ? purse.money * dots - asked : given > 0n ? 0n : purse.money * dots
    }
    unit *= dots
    shorten(left, unit, (shorter) => {
      unit = shorter
    })
    open = open.filter(({ place }) => place !== chose)
    bought.push({ of: chose, tie })
  }
}

/** The lowest price of one dot, as `money` for `dots`. Null: those who gave dots cannot pay. */
type Rate = { money: bigint; dots: bigint }

function rateOf(place: number, purses: Purse[], cost: bigint): Rate | null {
  const givers = purses.filter((purse) => (purse.dots[place] ?? 0n) > 0n && purse.money > 0n)
  if (givers.reduce((sum, { money, voters }) => sum + money * voters, 0n) < cost) return null
  // Those with the least money for a dot give all they have first.
  givers.sort((one, other) => {
    const [own, others] = [one.money * (other.dots[place] ?? 0n), other.money * (one.dots[place] ?? 0n)]
    return own < others ? -1 : own > others ? 1 : 0
  })
  let money = cost
  let dots = givers.reduce((sum, purse) => sum + (purse.dots[place] ?? 0n) * purse.voters, 0n)
  for (const purse of givers) {
    const given = purse.dots[place] ?? 0n
    if (money * given <= purse.money * dots) break
    money -= purse.money * purse.voters
    dots -= given * purse.voters
  }
  return { money, dots }
}

/**
 * An option that can be bought. `price`: of one dot, as it was last found; it never falls, for voters only
 * spend. Null: not found yet. `rate`: the same in the parts of that time.
 */
type Open = { place: number; price: Rate | 'too dear' | null; rate: Rate | null }

const unpriced = (place: number): Open => ({ place, price: null, rate: null })

function priced(one: Open, rate: Rate | null, unit: bigint): void {
  one.rate = rate
  one.price = rate === null ? 'too dear' : { money: rate.money, dots: rate.dots * unit }
}

/** The cheapest options; `find` finds today's price. Only those that can be the cheapest are looked at. */
function cheapestOf(open: Open[], find: (one: Open) => void): Open[] {
  let best: Open[] = []
  for (const one of open.sort(byPrice)) {
    if (best[0] !== undefined && byPrice(one, best[0]) > 0) break
    find(one)
    if (one.price === 'too dear') continue
    const differs = best[0] === undefined ? -1 : byPrice(one, best[0])
    if (differs < 0) best = [one]
    else if (differs === 0) best.push(one)
  }
  return best
}

function byPrice({ price: one }: Open, { price: other }: Open): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  if (one === 'too dear' || other === 'too dear')
    return Number(one === 'too dear') - Number(other === 'too dear')
  const [own, others] = [one.money * other.dots, other.money * one.dots]
  return own < others ? -1 : own > others ? 1 : 0
}

/** At equal rates the one with more dots, then the cheaper one, then by lot. */
function chooseAmong(
  equal: number[],
  { dots, costs }: Projects,
  lot: LotOrder,
): { chose: number; tie: Tie | null } {
  const most = equal.reduce((best, place) => ((dots[place] ?? 0n) > best ? (dots[place] ?? 0n) : best), 0n)
  const wanted = equal.filter((place) => dots[place] === most)
  const least = wanted.reduce<bigint | null>(
    (best, place) => (best === null || (costs[place] ?? 0n) < best ? (costs[place] ?? 0n) : best),
    null,
  )
  const cheap = wanted.filter((place) => costs[place] === least)
  const chose = lot.winner(cheap)
  if (equal.length === 1) return { chose, tie: null }
  const by = wanted.length === 1 ? 'dots' : cheap.length === 1 ? 'cost' : 'lot'
  return { chose, tie: { round: 0, options: equal, by, chose, to: 'win' } }
}

/** Divides all money and its unit by what they have in common, so that numbers stay short. */
function shorten(purses: Purse[], unit: bigint, tell: (shorter: bigint) => void): void {
  let common = unit
  for (const { money } of purses) {
    if (common === 1n) return
    common = commonDivisor(common, money)
  }
  for (const purse of purses) purse.money /= common
  tell(unit / common)
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [large, small] = [one, other]
  while (small !== 0n) [large, small] = [small, large % small]
  return large
}

function pursesOf({ ballots }: Election): Purse[] {
  const purses = new Map<string, Purse>()
  for (const { weight, scores } of ballots as readonly ScoredBallot[]) {
    const dots = scores.map((score) => BigInt(Math.max(0, score ?? 0)))
    if (dots.every((given) => given === 0n)) continue
    const key = dots.join()
    const purse = purses.get(key)
    if (purse === undefined) purses.set(key, { voters: BigInt(weight), dots, money: 0n })
    else purse.voters += BigInt(weight)
  }
  return [...purses.values()]
}
