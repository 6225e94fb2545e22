import {
  type Count,
  decimal,
  explain,
  type MedianTie,
  type Moved,
  type Round,
  readableVotes,
  type TieRule,
  type Words,
} from '@folkmoot/count'
import { type PlainKey, sentences, t } from '../locales/say.ts'
import { quotedOptions } from './option-words.ts'

/** A sentence names no more options that votes went to; the others are summed. */
const MOST_MOVES = 6

/** A number of votes, as the library writes it, in words: "2.5 votes". */
const votesWords = (votes: string): string => t('count.votes', { votes: Number(votes) })

/**
 * `costs`: of the options by their place, where they have any. `final` false: more votes may follow.
 * `listed`: below a sentence that says how options are paid for.
 */
type Counted = { costs: readonly number[]; final: boolean; listed?: boolean }

type Quotas = Pick<Count, 'seats' | 'method' | 'rounds' | 'decimals'>

/**
 * Meek's quota is a share of the votes that still count, and has to be exceeded: the count's own is one step
 * of the last decimal more. Whoever has more may be shown with the same number if it is rounded, so this is
 * said.
 */
function quotaWords({ seats, method, rounds, decimals }: Quotas, shown: string): string {
  const quota = Number(shown)
  if (method !== 'stv_meek') return t('count.quota', { quota, seats })
  const exact = rounds[0]?.quota ?? null
  const is_rounded = exact !== null && Number(decimal(exact - 1n, decimals)) !== quota
  return sentences([t('count.quota_meek', { quota, seats }), is_rounded ? t('count.rounded') : ''])
}

/** What happened in each round of a count, in the current language. */
export function roundSentences(
  count: Count,
  options: readonly string[],
  { costs, final, listed = false }: Counted,
): string[] {
  const names = quotedOptions(options)
  const byName = new Map(names.map((name, place) => [name, costs[place] ?? 0]))
  return explain(count, names, roundWords(count, { costs: byName, final, listed }))
}

function roundWords(
  count: Quotas,
  { costs, final, listed }: Required<Omit<Counted, 'costs'>> & { costs: ReadonlyMap<string, number> },
): Words {
  const voting = final ? 'other' : 'open'
  const { method } = count
  return {
    quota: (quota) => quotaWords(count, quota),
    quotaFalls: (quota, before, gone) =>
      t('count.quota_falls', { quota: Number(quota), before: Number(before), gone: Number(gone) }),
    noMajority: () => t('count.no_majority'),
    elected: (names, votes) =>
      sentences(names.map((name, at) => t('count.reaches', { name, votes: votesWords(votes[at] ?? '0') }))),
    majority: (name, votes) => t('count.majority', { name, votes: votesWords(votes), voting }),
    surplus: (name, surplus, moved) =>
      sentences([t('count.surplus', { name, votes: votesWords(surplus) }), passed('count.passed', moved)]),
    excluded: (name, votes, moved) =>
      sentences([t('count.excluded', { name, votes: votesWords(votes) }), transferred(method, name, moved)]),
    transferred: (name, moved) => transferred(method, name, moved),
    remaining: (names, { fewer }) =>
      t('count.remaining', { names, count: names.length, votes: fewer ? 'fewer' : 'enough' }),
    meek: (moved) => passed('count.meek', moved),
    scores: (names) => t('count.scores', { names }),
    runoff: (winner, loser) =>
      loser === null
        ? t('count.wins', { name: winner.name, voting })
        : t('count.runoff', {
            winner: winner.name,
            winner_votes: Number(winner.votes),
            loser: loser.name,
            loser_votes: Number(loser.votes),
            voting,
          }),
    duels: (name, beats_all) => t(beats_all ? 'count.beats_all' : 'count.strongest', { name, voting }),
    level: (name) => t('count.level', { name, voting }),
    median: (name, score) => t('count.median', { name, score: Number(score), voting }),
    medianTie: (names, tie) => medianTieWords(names, tie, voting),
    most: (names, totals) =>
      t('count.most', {
        names: names.map((name, at) => t('count.with_number', { name, number: Number(totals[at]) })),
      }),
    bought: (name) => t(listed ? 'count.paid_for' : 'count.bought', { name, cost: costs.get(name) ?? 0 }),
    tie: tieWords,
    paragraph: sentences,
  }
}

/** By Meek's rule votes also move between options that remain. */
function transferred(method: Count['method'], name: string, moved: Moved[]): string {
  return method === 'stv_meek' ? countedAgain(name, moved) : passed('count.passed', moved)
}

function passed(key: 'count.passed' | 'count.meek', moved: Moved[]): string {
  const moves = movesWords(moved)
  return moves.length === 0 ? '' : t(key, { names: moves })
}

function countedAgain(name: string, moved: Moved[]): string {
  const moves = movesWords(moved)
  return moves.length === 0 ? '' : t('count.meek_again', { name, names: moves })
}

/** "2 votes to Trees", the largest first; what decimals cut off is left out. */
function movesWords(moved: Moved[]): string[] {
  const sorted = moved
    .filter(({ to, votes }) => to !== null && votes !== '0')
    .sort((one, other) => Number(other.votes) - Number(one.votes))
  const shown = sorted.length > MOST_MOVES ? sorted.slice(0, MOST_MOVES - 1) : sorted
  const words = shown.map(({ to, votes }) => t('count.move', { name: String(to), votes: votesWords(votes) }))
  const rest = sorted.slice(shown.length).reduce((sum, { votes }) => sum + Number(votes), 0)
  if (rest > 0) words.push(t('count.move_others', { votes: votesWords(rest.toFixed(2)) }))
  const gone = moved.find(({ to, votes }) => to === null && votes !== '0')
  if (gone !== undefined) words.push(t('count.move_nobody', { votes: votesWords(gone.votes) }))
  return words
}

const DECIDED_BY: Record<TieRule, PlainKey & `count.by_${string}`> = {
  'earlier round': 'count.by_earlier_round',
  duel: 'count.by_duel',
  score: 'count.by_score',
  'top scores': 'count.by_top_scores',
  dots: 'count.by_dots',
  cost: 'count.by_cost',
  grades: 'count.by_grades',
  lot: 'count.by_lot',
}

function tieWords(names: string[], { by, chose, to, fewest }: Parameters<Words['tie']>[1]): string {
  const decided = { names, by: t(DECIDED_BY[by]), chose }
  if (fewest !== null) return t('count.tie_fewest', { ...decided, votes: votesWords(fewest) })
  return t('count.tie', { ...decided, to: to === 'win' ? 'win' : 'other' })
}

function medianTieWords(
  names: string[],
  { score, left, by, chose }: MedianTie,
  voting: 'open' | 'other',
): string {
  return sentences([
    t('count.tie_median', { names, score: Number(score) }),
    left.length === 0 ? '' : t('count.tie_left', { names: left }),
    t('count.tie_decided', { by: t(DECIDED_BY[by]), chose, voting }),
  ])
}

/**
 * Who got the last of several seats before whom, with the votes of both when the other was last in the count,
 * in a sentence. Null: one seat, nobody else had votes, or they were equal.
 */
export function lastSeatWords(count: Count, options: readonly string[]): string | null {
  const names = quotedOptions(options)
  const { elected, rounds } = count
  const winner = elected.at(-1)
  if (winner === undefined || elected.length < 2) return null
  const until = rounds.findIndex((round) => round.elected.includes(winner))
  for (const { votes } of rounds.slice(0, until + 1).reverse()) {
    const loser = mostVotes(votes, elected)
    const [has, had] = [votes[winner] ?? 0n, votes[loser] ?? 0n]
    if (had === 0n) continue
    const words = (number: bigint) => votesWords(readableVotes(number, count))
    const [name, other] = [names[winner] ?? '', names[loser] ?? '']
    if (has <= had) return null
    return t('count.last_seat', { winner: name, votes: words(has), loser: other, loser_votes: words(had) })
  }
  return null
}

/** The option with the most votes of those that are not elected; -1: all are. */
function mostVotes(votes: Round['votes'], elected: readonly number[]): number {
  const more = (one: number, other: number) => ((votes[other] ?? 0n) > (votes[one] ?? 0n) ? other : one)
  return votes
    .map((_, place) => place)
    .filter((place) => !elected.includes(place))
    .reduce(more, -1)
}
