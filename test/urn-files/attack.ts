import type { Remains } from './folder.ts'
import {
  addedIn,
  type Box,
  ballotOf,
  boxesIn,
  type Look,
  lookAround,
  type Mark,
  marksIn,
  type Name,
  opened,
  type Public,
  type Seen,
  type Sighting,
} from './sightings.ts'

/**
 * The attack on an anonymous poll by someone with the files: each method guesses every voter's choice. It
 * gets public facts, and never the truth.
 */

/** Voters, and the ballot each is said to have cast. */
export type Guesses = Map<number, string>
export type Means = { means: string; guesses: Guesses }

/** The distance in one file within which a voter and a ballot are assumed to belong together. */
const NEAR_BYTES = 256
/** The share of all that makes an order usable. */
const ENOUGH = 0.5

/** What an attacker searches for in all files at once, because it is slow, and then uses for each poll. */
export type Loot = { remains: Remains; look: Look }

export function search(remains: Remains, polls: Public[]): Loot {
  return { remains, look: lookAround(remains, polls) }
}

/**
 * All methods, and the guesses of each, one after the other, because there are many. `private_keys`: those
 * the attacker has.
 */
export function* attack(
  { remains, look }: Loot,
  poll: Public,
  private_keys: Buffer[] = [],
): Generator<Means> {
  const voters = new Set(poll.voters)
  const published = new Set(poll.published.map(({ scores }) => ballotOf(scores)))
  const names = look.names.filter(({ user_id }) => voters.has(user_id))
  const ballots = look.ballots.filter(({ ballot }) => published.has(ballot))
  const marks = firstMarks(marksIn(remains.rows, poll))
  const boxes = boxesIn(remains.rows, poll)
  const added = addedIn(remains.rows, poll)
  const unlocked = private_keys.flatMap((key) => opened(boxes, key))
  yield { means: 'boxes opened, by transaction', guesses: byTransaction(marks, unlocked) }
  yield { means: 'ballots, by transaction', guesses: byTransaction(marks, ballots) }
  yield { means: 'differences of totals, by transaction', guesses: byTransaction(marks, added) }
  yield { means: 'what stands side by side', guesses: byNearness(names, ballots) }
  yield* byOrder(ordersOfVoters(marks, boxes, names), ordersOfBallots(poll, [...ballots, ...added]))
}

/** Counts correct guesses. */
export function right(guesses: Guesses, truth: Guesses): number {
  return [...guesses].filter(([user_id, ballot]) => truth.get(user_id) === ballot).length
}

/**
 * The rank correlation of the guesses with the voters, from -1 to 1: single guesses may all be wrong by one
 * place.
 */
export function correlation(guesses: Guesses, truth: Guesses): number {
  const placeOf = new Map([...guesses.values()].map((ballot, place) => [ballot, place]))
  const pairs = [...guesses.keys()].flatMap((user_id, place) => {
    const other = placeOf.get(truth.get(user_id) ?? '')
    return other === undefined ? [] : [[place, other] as const]
  })
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [left, other] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))]
  const sum = (of: (x: number, y: number) => number) =>
    pairs.reduce((total, [x, y]) => total + of(x - left, y - other), 0)
  const spread = Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y))
  return spread === 0 || pairs.length < 2 ? 0 : sum((x, y) => x * y) / spread
}

/** The vote is the first occurrence of the mark; later transactions only touched it. */
function firstMarks(marks: Mark[]): Mark[] {
  const first = new Map<number, Mark>()
  for (const mark of marks) {
    const known = first.get(mark.user_id)
    if (known === undefined || mark.xid < known.xid) first.set(mark.user_id, mark)
  }
  return [...first.values()]
}

function byTransaction(marks: Mark[], sightings: Sighting[]): Guesses {
  const written = new Map<number | null, string>()
  for (const { xid, ballot } of sightings) if (!written.has(xid)) written.set(xid, ballot)
  return new Map(
    marks.flatMap(({ user_id, xid }) => {
      const ballot = written.get(xid)
      return ballot === undefined ? [] : [[user_id, ballot] as const]
    }),
  )
}

/** For each voter, the ballot nearest to their number in any file. */
function byNearness(names: Name[], sightings: Sighting[]): Guesses {
  const nearest = new Map<number, { ballot: string; distance: number }>()
  const places = groupedByPlace(sightings)
  for (const { user_id, where, at } of names) {
    for (const sighting of around(places.get(where) ?? [], at)) {
      const distance = Math.abs(sighting.at - at)
      if (distance < (nearest.get(user_id)?.distance ?? NEAR_BYTES))
        nearest.set(user_id, { ballot: sighting.ballot, distance })
    }
  }
  return new Map([...nearest].map(([user_id, { ballot }]) => [user_id, ballot]))
}

/** Those of a file that stand no farther away, found by halves. */
function around(sorted: Sighting[], at: number): Sighting[] {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.at ?? 0) < at - NEAR_BYTES) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < sorted.length && (sorted[end]?.at ?? 0) <= at + NEAR_BYTES) end++
  return sorted.slice(low, end)
}

function groupedByPlace<T extends Seen>(seen: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of [...seen].sort((a, b) => a.at - b.at)) {
    const group = groups.get(one.where)
    if (group === undefined) groups.set(one.where, [one])
    else group.push(one)
  }
  return groups
}

type Order<T> = { by: string; all: T[] }

/** The order of voting, by everything that may reveal it, and the orders of what each vote wrote. */
function ordersOfVoters(marks: Mark[], boxes: Box[], names: Name[]): Order<number>[] {
  const ofTransaction = new Map(boxes.map((box) => [box.xid, box]))
  const boxed = marks.flatMap((mark) => {
    const box = ofTransaction.get(mark.xid)
    return box === undefined ? [] : [{ ...box, user_id: mark.user_id }]
  })
  const by = <T extends { user_id: number }>(name: string, all: T[], compare: (a: T, b: T) => number) => ({
    by: name,
    all: [...all].sort(compare).map(({ user_id }) => user_id),
  })
  const part = (from: number, to?: number) => (a: Box, b: Box) =>
    Buffer.compare(a.box.subarray(from, to), b.box.subarray(from, to))
  return [
    by('time', marks, (a, b) => a.xid - b.xid),
    by('place of the mark', marks, byPlace),
    by('number', marks, (a, b) => a.user_id - b.user_id),
    by('tag of the box', boxed, (a, b) => Buffer.compare(a.tag, b.tag)),
    by('place of the box', boxed, byPlace),
    by('nonce of the box', boxed, part(32, 44)),
    by('seal of the box', boxed, part(44, 60)),
    by('content of the box', boxed, part(60)),
    by('length of the box', boxed, (a, b) => a.box.length - b.box.length),
    ...[...groupedByPlace(names)].map(([where, all]) => ({
      by: `place in ${where}`,
      all: [...new Set(all.map(({ user_id }) => user_id))],
    })),
  ]
}

const byPlace = (a: Seen, b: Seen) => a.where.localeCompare(b.where) || a.at - b.at

/** The order of ballots in any file, first and last occurrence, and the published order. */
function ordersOfBallots({ published }: Public, sightings: Sighting[]): Order<string>[] {
  const orders: Order<string>[] = []
  for (const [where, all] of groupedByPlace(sightings)) {
    const ballots = all.map(({ ballot }) => ballot)
    orders.push({ by: `place in ${where}`, all: [...new Set(ballots)] })
    orders.push({ by: `last place in ${where}`, all: [...new Set(ballots.reverse())] })
  }
  const timed = sightings.filter(({ xid }) => xid !== null)
  const early = [...timed].sort((a, b) => (a.xid ?? 0) - (b.xid ?? 0) || a.at - b.at)
  orders.push({ by: 'time', all: [...new Set(early.map(({ ballot }) => ballot))] })
  for (const [place] of published[0]?.keys.entries() ?? []) {
    const sorted = [...published].sort((a, b) => Buffer.compare(a.keys[place]!, b.keys[place]!))
    orders.push({ by: `published value ${place}`, all: sorted.map(({ scores }) => ballotOf(scores)) })
  }
  return orders.filter(({ all }) => all.length >= ENOUGH * published.length)
}

/** Pairs the first voter with the first ballot and so on, the last with the last, and in reverse. */
function* byOrder(voters: Order<number>[], ballots: Order<string>[]): Generator<Means> {
  for (const people of voters) {
    for (const { by, all } of ballots) {
      const means = `${people.by} beside ${by}`
      const turned = [...all].reverse()
      yield { means, guesses: paired(people.all, all) }
      yield { means: `${means}, backwards`, guesses: paired(people.all, turned) }
      if (people.all.length === all.length) continue
      yield { means: `${means}, from the end`, guesses: paired([...people.all].reverse(), turned) }
    }
  }
}

function paired(people: number[], ballots: string[]): Guesses {
  return new Map(ballots.slice(0, people.length).map((ballot, place) => [people[place] ?? 0, ballot]))
}
