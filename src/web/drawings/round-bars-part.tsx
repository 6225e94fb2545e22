import type { Count, Round } from '@folkmoot/count'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { Arcs } from './arcs-part.tsx'
import { Axis, along, MOST_IN_BRIEF, percent } from './bars-part.tsx'
import { BoundWords, WRITING } from './bounds-part.tsx'
import { gainedVotes, looksTooFew, neededVotes, writtenVotes } from './written-votes.ts'

/** A round draws, or names, no more options: those with the most votes. */
const MOST_ROWS = 12
/** In pixels: from the line of the words to what follows. */
const BELOW_WORDS = 4
/** Arcs leave the bars of a phone less room than long words need to be centred. */
const NEAR_END = 0.4

/** One order for all rounds: options as they were elected, those that stayed, the last to drop out. */
export function orderOf(count: Count): number[] {
  const { elected } = count
  const out = outOf(count).filter((place) => !elected.includes(place))
  return [...elected, ...stayedIn(count), ...out.reverse()]
}

const outOf = ({ rounds }: Count): number[] => rounds.flatMap(({ excluded }) => excluded)

/** The options that were neither elected nor dropped out, those with the most votes first. */
export function stayedIn(count: Count): number[] {
  const out = outOf(count)
  const votes = count.rounds.at(-1)?.votes ?? []
  return votes
    .map((_, place) => place)
    .filter((place) => !count.elected.includes(place) && !out.includes(place))
    .sort((one, other) => Number((votes[other] ?? 0n) - (votes[one] ?? 0n)))
}

/** The end of the axis in every round: the votes of everybody who voted. */
const allOf = ({ valid, decimals }: Count): number => valid * 10 ** decimals

/** The most votes of an option in any round: arcs are as thick as bars are long. */
function longestOf({ rounds }: Count): number {
  const all = rounds.flatMap(({ votes, quota, exhausted }) => [...votes, quota, exhausted])
  return Math.max(1, ...all.map((votes) => Number(votes ?? 0n)))
}

/** What an option needs in a round: the quota, or more than this half of the votes that still count. */
function neededIn(round: Round, count: Count): number {
  return round.quota === null ? (allOf(count) - Number(round.exhausted)) / 2 : Number(round.quota)
}

function neededWords({ quota }: Round, needed: number, count: Count): string {
  if (quota === null) return t('count.needed_half', { votes: needed })
  const votes = neededVotes(quota, count)
  return t(count.method === 'stv_meek' ? 'count.needed_seat_meek' : 'count.needed_seat', { votes })
}

type Of = {
  count: Count
  at: number
  names: readonly string[]
  order: number[]
  final: boolean
  /** In a thread: the votes alone, without what moved. */
  brief?: boolean
}

type Badge = { words: string; look: 'badge' | 'badge out' }

/** A row of a round. `place` null: votes that count for nobody any more. */
type Row = { place: number | null; before: number; now: number; badge: Badge | null }

/** The last round of a count in brief, as in a thread. */
export function LastRound({ count, ...shown }: Pick<Of, 'count' | 'names' | 'final'>): VNode {
  const of = { ...shown, count, at: count.rounds.length - 1, order: orderOf(count), brief: true }
  return <RoundBars of={of} />
}

/** A round: the votes of each option, what one needs, and where votes went. Null: there is no such round. */
export function RoundBars({ of }: { of: Of }): VNode | null {
  const { count, at, names, brief = false } = of
  const round = count.rounds[at]
  if (round === undefined) return null
  const [all, without] = withVotes(rowsOf(of))
  const most = brief ? MOST_IN_BRIEF : MOST_ROWS
  const rows = all.length > most + 1 ? mostVotes(all, most) : all
  const named = without.length > most ? [] : without
  const more = all.length - rows.length + without.length - named.length
  const needed = neededIn(round, count)
  const scale = allOf(count)
  const nameOf = ({ place }: Row) => names[place ?? 0] ?? ''
  return (
    <>
      <div class={brief ? 'round still' : 'round'}>
        <ul class="results bare">
          {rows.map((row) => (
            <li key={row.place}>
              <RowHead row={row} name={row.place === null ? t('count.nobody') : nameOf(row)} of={of} />
              <RowBar row={row} scale={scale} needed={needed} />
            </li>
          ))}
        </ul>
        <svg class="stacked" height={WRITING} aria-hidden="true">
          <BoundWords
            bound={{ at: needed / scale, words: neededWords(round, needed, count) }}
            y={WRITING - BELOW_WORDS}
            near={NEAR_END}
          />
        </svg>
        <Axis to={t('result.all_who_voted', { voters: count.valid })} />
        {!brief && <Arcs round={round} rows={rows} scale={longestOf(count)} />}
      </div>
      {brief && looksTooFew(round, count) && <p class="small quiet">{t('count.rounded')}</p>}
      {more > 0 && <p class="small quiet">{t('count.rows_more', { count: more })}</p>}
      {named.length > 0 && (
        <p class="small quiet">{t('count.without_votes', { names: named.map(nameOf) })}</p>
      )}
    </>
  )
}

function rowsOf({ count, at, order, final, brief = false }: Of): Row[] {
  const round = count.rounds[at]
  if (round === undefined) return []
  const before = (brief ? undefined : count.rounds[at - 1]) ?? round
  const elected = new Set(count.rounds.slice(0, at + 1).flatMap((earlier) => earlier.elected))
  const badgeOf = (place: number): Badge | null => {
    if (round.excluded.includes(place)) return { words: t('count.out'), look: 'badge out' }
    return elected.has(place) ? { words: final ? wonWords(count) : t('count.ahead'), look: 'badge' } : null
  }
  const rows = order
    .filter((place) => round.votes[place] !== null)
    .map((place): Row => {
      const had = Number(before.votes[place] ?? 0n)
      return { place, before: had, now: Number(round.votes[place] ?? 0n), badge: badgeOf(place) }
    })
  const gone = { place: null, before: Number(before.exhausted), now: Number(round.exhausted), badge: null }
  return isTold(gone.now, count) ? [...rows, gone] : rows
}

/** Rows with something to draw, and options that had no votes and got none. */
function withVotes(rows: Row[]): [drawn: Row[], without: Row[]] {
  const isDrawn = ({ before, now, badge }: Row) => before > 0 || now > 0 || badge !== null
  return [rows.filter(isDrawn), rows.filter((row) => !isDrawn(row))]
}

/** More than what decimals cut off. */
const isTold = (votes: number, { decimals }: Count): boolean => votes >= 10 ** Math.max(0, decimals - 2) / 2

const wonWords = ({ seats }: Count): string => t(seats > 1 ? 'count.seat' : 'count.chosen')

function mostVotes(rows: Row[], most: number): Row[] {
  const votes = rows.map(({ before, now }) => Math.max(before, now)).sort((one, other) => other - one)
  const least = votes[most - 1] ?? 0
  return rows.filter(({ before, now }) => Math.max(before, now) >= least).slice(0, most)
}

function RowHead({ row, name, of: { count } }: { row: Row; name: string; of: Of }): VNode {
  const gained = row.now - row.before
  return (
    <p>
      <span>
        <bdi>{name}</bdi>
        {row.badge !== null && (
          <>
            {' '}
            <em class={row.badge.look}>{row.badge.words}</em>
          </>
        )}
      </span>
      <span class="quiet">
        {numberWords(row.now, count)}
        {isTold(Math.abs(gained), count) && (
          <>
            {' '}
            <bdi>{gainedVotes(BigInt(gained), count)}</bdi>
          </>
        )}
      </span>
    </p>
  )
}

const numberWords = (votes: number, count: Count): string => writtenVotes(BigInt(votes), count)

/**
 * Votes that stayed are solid, votes that arrived have another colour, and votes that left are an outline.
 */
function RowBar({
  row: { place, before, now },
  scale,
  needed,
}: {
  row: Row
  scale: number
  needed: number
}): VNode {
  const kept = Math.min(before, now) / scale
  const more = Math.max(before, now) / scale
  return (
    <svg class={place === null ? 'bar nobody' : 'bar'} aria-hidden="true">
      <rect class="scale" width="100%" height="100%" />
      <rect class="value" x={along(0, kept)} width={percent(kept)} height="100%" />
      {more > kept && (
        <rect
          class={now > before ? 'came' : 'left'}
          x={along(kept, more - kept)}
          width={percent(more - kept)}
          height="100%"
        />
      )}
      {place !== null && (
        <line class="mark" x1={along(needed / scale)} x2={along(needed / scale)} y1="-4" y2="16" />
      )}
    </svg>
  )
}
