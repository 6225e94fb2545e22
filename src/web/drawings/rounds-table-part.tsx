import { type Count, type Round, readableVotes } from '@folkmoot/count'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { Scrolled } from './scrolled-part.tsx'
import { writtenVotes } from './written-votes.ts'

/** A larger table is left to the files of ballots, from which anyone can count it. */
const MOST_CELLS = 2_000
/** So many rounds fit beside each other on paper. */
const ROUNDS_BESIDE = 10

type Props = { count: Count; names: readonly string[] }

/** The votes of every option in every round, to unfold. Null: too large for a page, or one round only. */
export function RoundsTable({ count, names }: Props): VNode | null {
  const { rounds } = count
  if (rounds.length < 2 || rounds.length * names.length > MOST_CELLS) return null
  const beside = Math.ceil(rounds.length / Math.ceil(rounds.length / ROUNDS_BESIDE))
  const starts = rounds.map((_, at) => at).filter((at) => at % beside === 0)
  return (
    <details>
      <summary>{t('count.table')}</summary>
      <Scrolled label={t('count.table')}>
        {starts.map((from) => (
          <Rounds key={from} count={count} names={names} from={from} to={from + beside} />
        ))}
      </Scrolled>
    </details>
  )
}

/** Rounds beside each other: from `from` to before `to`. */
function Rounds({ count, names, from, to }: Props & { from: number; to: number }): VNode {
  const shown = count.rounds.slice(from, to)
  const row = (votesIn: (round: Round) => bigint | null, of = count) =>
    shown.map((round, at) => {
      const votes = votesIn(round)
      return <td key={at}>{votes === null ? '' : writtenVotes(votes, of)}</td>
    })
  const gone = count.rounds.some(({ exhausted }) => readableVotes(exhausted, count) !== '0')
  return (
    <table class="counted">
      <thead>
        <tr>
          <th scope="col">{t('count.option')}</th>
          {shown.map((_, at) => (
            <th key={at} scope="col">
              {t('count.round', { number: from + at + 1 })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name, place) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {row(({ votes }) => votes[place] ?? null)}
          </tr>
        ))}
        {count.quota !== null && (
          <tr>
            <th scope="row">{t(count.method === 'stv_meek' ? 'count.row_quota_meek' : 'count.row_quota')}</th>
            {row(({ quota }) => quota, { ...count, quota: null })}
          </tr>
        )}
        {gone && (
          <tr>
            <th scope="row">{t('count.nobody')}</th>
            {row(({ exhausted }) => exhausted)}
          </tr>
        )}
      </tbody>
    </table>
  )
}
