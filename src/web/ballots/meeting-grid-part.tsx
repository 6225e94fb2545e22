import type { VNode } from 'preact'
import type { Language } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
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

/** Paper has room for as many headings beside each other; if there are more, they are turned. */
const MOST_LEVEL = 4

/** Who can come when: a row for each voter, a column for each time. Many rows are folded. */
export function MeetingGrid(props: BallotsProps): VNode {
  const { length: count } = props.loaded.voters.by_voter
  const grid = (
    <>
      <Legend {...props} />
      <Grid {...props} />
    </>
  )
  if (count <= MOST_UNFOLDED) return <div>{grid}</div>
  return (
    <details class="choosers">
      <summary>{t('result.show_who_can_come', { count })}</summary>
      {grid}
    </details>
  )
}

function Grid({ loaded, names, zone, own_id }: BallotsProps): VNode {
  const { options, voters, results } = loaded
  const days = daysOf(options, zone)
  const times = days.flatMap((day) => day.times)
  const turned = times.length > MOST_LEVEL
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
                <span aria-hidden="true">
                  <Heading words={short} turned={turned} />
                </span>
                <span class="unseen">{day}</span>
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col">{t('result.voter')}</th>
            {times.map(({ option, time }) => (
              <th key={option.slot} scope="col" class={best.has(option.slot) ? 'best' : undefined}>
                <Heading words={time} turned={turned} />
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

/** Languages that are also written from top to bottom: there, the digits of a number stay side by side. */
const TOP_DOWN: ReadonlySet<Language> = new Set(['ja', 'zh-Hans'])
const NUMBER = /(\d+)/

function Heading({ words, turned }: { words: string; turned: boolean }): VNode {
  if (!turned) return <>{words}</>
  const parts = TOP_DOWN.has(spoken()) ? words.split(NUMBER) : [words]
  return (
    <span class="turned">
      {parts.map((part, place) => (place % 2 === 0 ? part : <span class="number">{part}</span>))}
    </span>
  )
}

function Answer({ score }: { score: number | null }): VNode | null {
  const answer = score === null ? undefined : ANSWERS[score]
  return answer === undefined ? null : (
    <>
      <span class="unseen">{t(answer.words)}</span>
      <Sign {...answer} />
    </>
  )
}

/** The signs in the grid, in the order of the ballot; screen readers say the answers in the cells. */
function Legend({ loaded: { options, voters } }: BallotsProps): VNode {
  const given = new Set(
    voters.by_voter.flatMap(({ scores }) => options.map(({ slot }) => scores[slot - 1] ?? null)),
  )
  return (
    <p class="key small quiet" aria-hidden="true">
      {ANSWERS.toReversed()
        .filter((answer) => given.has(ANSWERS.indexOf(answer)))
        .map((answer) => (
          <span key={answer.words}>
            <Sign {...answer} /> {t(answer.words)}
          </span>
        ))}
    </p>
  )
}

function Sign({ meaning, shape }: (typeof ANSWERS)[number]): VNode {
  return (
    <svg
      class={meaning}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="2.25"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  )
}
