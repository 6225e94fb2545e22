import type { Count } from '@folkmoot/count'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { quotedOptions } from '../../sentences/option-words.ts'
import { Axis, along, Badge, MOST_IN_BRIEF, percent } from './bars-part.tsx'
import { Swatch } from './swatch-part.tsx'

type Of = {
  count: Count
  names: readonly string[]
  /** In a thread: the strongest options alone. */
  brief: boolean
  /** The reader's own rank of the option at a place; null: none, or hidden. */
  own: (place: number) => string | null
}

/**
 * The winner head to head with each other option, the strongest first. Null: the method compares no pairs.
 */
export function WinnerDuels({ of: { count, names, brief, own } }: { of: Of }): VNode | null {
  const { pairwise, valid, elected } = count
  const [winner] = elected
  if (pairwise === null || winner === undefined) return null
  const preferring = (one: number, other: number) => pairwise.preferring[one]?.[other] ?? 0
  const others = (count.ranking ?? []).flat().filter((place) => place !== winner)
  const shown = brief ? others.slice(0, MOST_IN_BRIEF) : others
  const name = quotedOptions(names)[winner] ?? ''
  return (
    <>
      <p class="small">
        {t('count.brief_duels', { name })}
        <Badge words={own(winner)} look="badge own" />
      </p>
      <p class="key small quiet">
        <Swatch look="value" words={t('count.key_for_winner', { name })} />
        <Swatch look="left" words={t('count.key_for_other')} />
      </p>
      <div class="round still">
        <ul class="results bare">
          {shown.map((other) => (
            <Duel
              key={other}
              name={names[other] ?? ''}
              own={own(other)}
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

type DuelProps = { name: string; own: string | null; won: number; lost: number; all: number }

/** The ballots for the winner from the start of the bar, those for the other option from its end. */
function Duel({ name, own, won, lost, all }: DuelProps): VNode {
  const [for_winner, for_other] = [won / all, lost / all]
  return (
    <li>
      <p>
        <span>
          <bdi>{name}</bdi>
          <Badge words={own} look="badge own" />
        </span>
        <span class="quiet">{t('count.duel_numbers', { won, lost })}</span>
      </p>
      <svg class="bar" aria-hidden="true">
        <rect class="scale" width="100%" height="100%" />
        <rect class="value" x={along(0, for_winner)} width={percent(for_winner)} height="100%" />
        <rect class="left" x={along(1 - for_other, for_other)} width={percent(for_other)} height="100%" />
      </svg>
    </li>
  )
}
