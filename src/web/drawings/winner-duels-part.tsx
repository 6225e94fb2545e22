import type { Count } from '@folkmoot/count'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { quotedOptions } from '../../sentences/option-words.ts'
import { Axis, along, MOST_IN_BRIEF, percent } from './bars-part.tsx'

type Props = { count: Count; names: readonly string[] }

/**
 * The winner head to head with each other option, the strongest first, as in a thread. Null: the method
 * compares no pairs.
 */
export function WinnerDuels({ count, names }: Props): VNode | null {
  const { pairwise, valid, elected } = count
  const [winner] = elected
  if (pairwise === null || winner === undefined) return null
  const preferring = (one: number, other: number) => pairwise.preferring[one]?.[other] ?? 0
  const others = (count.ranking ?? []).flat().filter((place) => place !== winner)
  const shown = others.slice(0, MOST_IN_BRIEF)
  return (
    <>
      <p class="small">{t('count.brief_duels', { name: quotedOptions(names)[winner] ?? '' })}</p>
      <div class="round still">
        <ul class="results bare">
          {shown.map((other) => (
            <Duel
              key={other}
              name={names[other] ?? ''}
              won={preferring(winner, other)}
              lost={preferring(other, winner)}
              all={valid}
            />
          ))}
        </ul>
        <Axis to={t('result.all_who_voted', { voters: valid })} />
      </div>
      {shown.length < others.length && (
        <p class="small quiet">{t('count.rows_more', { count: others.length - shown.length })}</p>
      )}
    </>
  )
}

type DuelProps = { name: string; won: number; lost: number; all: number }

/** The ballots for the winner from the start of the bar, those for the other option from its end. */
function Duel({ name, won, lost, all }: DuelProps): VNode {
  const [own, others] = [won / all, lost / all]
  return (
    <li>
      <p>
        <bdi>{name}</bdi>
        <span class="quiet">{t('count.duel_numbers', { won, lost })}</span>
      </p>
      <svg class="bar" aria-hidden="true">
        <rect class="scale" width="100%" height="100%" />
        <rect class="value" x={along(0, own)} width={percent(own)} height="100%" />
        <rect class="left" x={along(1 - others, others)} width={percent(others)} height="100%" />
      </svg>
    </li>
  )
}
