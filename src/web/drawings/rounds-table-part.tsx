import { type Count, decimal } from '@folkmoot/count'
import type { VNode } from 'preact'
import { exactNumbers } from '../../locales/exact-numbers.ts'
import { t } from '../../locales/say.ts'
import { Scrolled } from './scrolled-part.tsx'

/** A larger table is left to the files of ballots, from which anyone can count it. */
const MOST_CELLS = 2_000

/** The votes of every option in every round, to unfold. Null: too large for a page, or one round only. */
export function RoundsTable({ count, names }: { count: Count; names: readonly string[] }): VNode | null {
  const { rounds } = count
  if (rounds.length < 2 || rounds.length * names.length > MOST_CELLS) return null
  const exact = exactNumbers(count.decimals)
  const votes = (number: bigint | null) => (number === null ? '' : exact(decimal(number, count.decimals)))
  const gone = rounds.some(({ exhausted }) => exhausted > 0n)
  return (
    <details>
      <summary>{t('count.table')}</summary>
      <Scrolled label={t('count.table')}>
        <table class="counted">
          <thead>
            <tr>
              <th scope="col">{t('count.option')}</th>
              {rounds.map((_, at) => (
                <th key={at} scope="col">
                  {t('count.round', { number: at + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, place) => (
              <tr key={name}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {rounds.map((round, at) => (
                  <td key={at}>{votes(round.votes[place] ?? null)}</td>
                ))}
              </tr>
            ))}
            {gone && (
              <tr>
                <th scope="row">{t('count.nobody')}</th>
                {rounds.map((round, at) => (
                  <td key={at}>{votes(round.exhausted)}</td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </Scrolled>
    </details>
  )
}
