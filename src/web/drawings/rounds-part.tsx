import type { Count } from '@folkmoot/count'
import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { Arcs } from './arcs-part.tsx'
import { along, percent } from './bars-part.tsx'
import { gainedVotes, hasFractions, writtenVotes } from './written-votes.ts'

/** A page draws all rounds of a count with no more; else it tells those between important ones in words. */
const FEW_ROUNDS = 6
/** And it draws no more. */
const MOST_ROUNDS = 10
/** A round draws, or names, no more options: those with the most votes. */
const MOST_ROWS = 12

/** `final` false: voting is open. */
type Props = { count: Count; names: readonly string[]; sentences: readonly string[]; final: boolean }

/** The rounds of a count one below the other: what happened in words, and the votes as bars on one scale. */
export function RoundsPicture({ count, names, sentences, final }: Props): VNode {
  const parts = drawnAmong(count)
  const order = orderOf(count)
  const scale = scaleOf(count)
  return (
    <>
      <Key count={count} final={final} />
      <ol class="rounds bare">
        {parts.map((part) =>
          part.drawn || part.to === part.at + 1 ? (
            <li key={part.at} class="stack">
              <h4>{t('count.round', { number: part.at + 1 })}</h4>
              <p>{sentences[part.at]}</p>
              {part.drawn && <RoundBars of={{ count, at: part.at, names, order, scale, final }} />}
            </li>
          ) : (
            <li key={part.at}>
              <details>
                <summary>{t('count.rounds_between', { count: part.to - part.at })}</summary>
                <ol start={part.at + 1}>
                  {sentences.slice(part.at, part.to).map((sentence, place) => (
                    <li key={part.at + place}>{sentence}</li>
                  ))}
                </ol>
              </details>
            </li>
          ),
        )}
      </ol>
    </>
  )
}

/** A round to draw, or several that are described in words: those from `at` to before `to`. */
type Part = { drawn: boolean; at: number; to: number }

/** The first round, the last one, and those in between in which someone is elected. */
function drawnAmong({ rounds }: Count): Part[] {
  const last = rounds.length - 1
  const important = rounds.map(
    ({ elected }, at) => rounds.length <= FEW_ROUNDS || at === 0 || at === last || elected.length > 0,
  )
  let left = MOST_ROUNDS
  const parts: Part[] = []
  for (const [at, wanted] of important.entries()) {
    const drawn = wanted && (at === last || left > 1)
    const before = parts.at(-1)
    if (drawn) left -= 1
    if (!drawn && before?.drawn === false) before.to = at + 1
    else parts.push({ drawn, at, to: at + 1 })
  }
  return parts
}

/** One order for all rounds: options as they were elected, those that stayed, the last to drop out. */
function orderOf(count: Count): number[] {
  const { elected } = count
  const out = outOf(count).filter((place) => !elected.includes(place))
  return [...elected, ...stayedIn(count), ...out.reverse()]
}

const outOf = ({ rounds }: Count): number[] => rounds.flatMap(({ excluded }) => excluded)

/** The options that were neither elected nor dropped out, those with the most votes first. */
function stayedIn(count: Count): number[] {
  const out = outOf(count)
  const votes = count.rounds.at(-1)?.votes ?? []
  return votes
    .map((_, place) => place)
    .filter((place) => !count.elected.includes(place) && !out.includes(place))
    .sort((one, other) => Number((votes[other] ?? 0n) - (votes[one] ?? 0n)))
}

function scaleOf({ rounds }: Count): number {
  const all = rounds.flatMap(({ votes, quota, exhausted }) => [...votes, quota, exhausted])
  return Math.max(1, ...all.map((votes) => Number(votes ?? 0n)))
}

type Of = {
  count: Count
  at: number
  names: readonly string[]
  order: number[]
  scale: number
  final: boolean
}

type Badge = { words: string; look: 'badge' | 'badge out' }

/** A row of a round. `place` null: votes that count for nobody any more. */
type Row = { place: number | null; before: number; now: number; badge: Badge | null }

function RoundBars({ of }: { of: Of }): VNode {
  const { count, at, names, scale } = of
  const [all, without] = withVotes(rowsOf(of))
  const rows = all.length > MOST_ROWS + 1 ? mostVotes(all) : all
  const named = without.length > MOST_ROWS ? [] : without
  const more = all.length - rows.length + without.length - named.length
  const quota = count.rounds[at]?.quota ?? null
  const nameOf = ({ place }: Row) => names[place ?? 0] ?? ''
  return (
    <>
      <div class="round">
        <ul class="results bare">
          {rows.map((row) => (
            <li key={row.place}>
              <RowHead row={row} name={row.place === null ? t('count.nobody') : nameOf(row)} of={of} />
              <RowBar row={row} scale={scale} quota={quota === null ? null : Number(quota)} />
            </li>
          ))}
        </ul>
        <Arcs round={count.rounds[at]} rows={rows} scale={scale} />
      </div>
      {more > 0 && <p class="small quiet">{t('count.rows_more', { count: more })}</p>}
      {named.length > 0 && (
        <p class="small quiet">{t('count.without_votes', { names: named.map(nameOf) })}</p>
      )}
    </>
  )
}

function rowsOf({ count, at, order, final }: Of): Row[] {
  const round = count.rounds[at]
  if (round === undefined) return []
  const before = count.rounds[at - 1] ?? round
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

function mostVotes(rows: Row[]): Row[] {
  const votes = rows.map(({ before, now }) => Math.max(before, now)).sort((one, other) => other - one)
  const least = votes[MOST_ROWS - 1] ?? 0
  return rows.filter(({ before, now }) => Math.max(before, now) >= least).slice(0, MOST_ROWS)
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
  quota,
}: {
  row: Row
  scale: number
  quota: number | null
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
      {quota !== null && place !== null && (
        <line class="mark" x1={along(quota / scale)} x2={along(quota / scale)} y1="-4" y2="16" />
      )}
    </svg>
  )
}

function Key({ count, final }: Pick<Props, 'count' | 'final'>): VNode {
  const voting = final ? 'other' : 'open'
  const moves = count.rounds.some(({ transfers }) => transfers.length > 0)
  const stayed = stayedIn(count).length > 0 ? 'some' : 'none'
  const notes = sentences([
    count.rounds.length > 1 ? t('count.key_order', { elected: count.elected.length, stayed, voting }) : '',
    hasFractions(count) ? t('count.fractions') : '',
  ])
  return (
    <>
      <p class="key small quiet">
        {count.quota !== null && <span>{t('count.key_quota')}</span>}
        {moves && (
          <>
            <span>
              <svg class="bar" aria-hidden="true">
                <rect class="came" width="100%" height="100%" />
              </svg>
              {t('count.key_came')}
            </span>
            <span>
              <svg class="bar" aria-hidden="true">
                <rect class="left" width="100%" height="100%" />
              </svg>
              {t('count.key_left')}
            </span>
          </>
        )}
      </p>
      {notes !== '' && <p class="small quiet">{notes}</p>}
    </>
  )
}
