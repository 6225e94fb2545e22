import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { isBest } from '../../polls/results/tally/result-rows.ts'
import { MOST_UNFOLDED } from '../drawings/choosers-part.tsx'
import { daysOf } from '../poll-words/meeting-days.ts'
import type { BallotsProps } from './type-page.ts'

// Distinct by shape as well as by colour.
const ANSWERS = [
  { words: 'ballot.no', meaning: 'disagree', shape: 'M3 3 13 13M13 3 3 13' },
  { words: 'ballot.if_need_be', meaning: 'abstain', shape: 'M2 9C5 5 8 5 8 8S11 11 14 7' },
  { words: 'ballot.yes', meaning: 'agree', shape: 'M2 8.5 6 13 14 3' },
] as const

/** Who can come when: a row for each voter, a column for each time. Many rows are folded. */
export function MeetingGrid(props: BallotsProps): VNode {
  const { length: count } = props.loaded.voters.by_voter
  if (count <= MOST_UNFOLDED) return <Grid {...props} />
  return (
    <details class="choosers">
      <summary>{t('result.show_who_can_come', { count })}</summary>
      <Grid {...props} />
    </details>
  )
}

function Grid({ loaded, names, zone, own_id }: BallotsProps): VNode {
  const { options, voters, results } = loaded
  const days = daysOf(options, zone)
  const times = days.flatMap((day) => day.times)
  const best = new Set(results.shown ? results.rows.filter(isBest).map(({ option }) => option.slot) : [])
  return (
    // Scrollable by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
    <section class="wide" tabIndex={0} aria-label={t('result.who_can_come')}>
      <table>
        <thead>
          <tr>
            <td />
            {days.map(({ day, short, times: { length } }) => (
              <th key={day} scope="colgroup" colSpan={length}>
                <span class="turned" aria-hidden="true">
                  {short}
                </span>
                <span class="unseen">{day}</span>
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col">{t('result.voter')}</th>
            {times.map(({ option, time }) => (
              <th key={option.slot} scope="col" class={best.has(option.slot) ? 'best' : undefined}>
                <span class="turned">{time}</span>
                {best.has(option.slot) && <span class="unseen">{` ${t('result.best_time')}`}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {voters.by_voter.map(({ user_id, scores }) => (
            <tr key={user_id} class={user_id === own_id ? 'own' : undefined}>
              <th scope="row">
                <bdi>{names.get(user_id)}</bdi>
                {user_id === own_id && <span class="on-screen">{` ${t('result.you')}`}</span>}
              </th>
              {times.map(({ option }) => (
                <td key={option.slot}>
                  <Answer score={scores[option.slot - 1] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Answer({ score }: { score: number | null }): VNode | null {
  const answer = score === null ? undefined : ANSWERS[score]
  return answer === undefined ? null : (
    <>
      <span class="unseen">{t(answer.words)}</span>
      <svg
        class={answer.meaning}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        stroke-width="2.25"
        aria-hidden="true"
      >
        <path d={answer.shape} />
      </svg>
    </>
  )
}
