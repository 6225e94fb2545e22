import type { Method } from '@folkmoot/count'
import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { chosenMethod, isElection, passesVotes } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { isFinal, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { DuelsPicture } from '../drawings/duels-part.tsx'
import { RoundsPicture } from '../drawings/rounds-part.tsx'
import { RoundsTable } from '../drawings/rounds-table-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { rich } from '../words/rich.tsx'
import { raisedWords } from './result-words.ts'
import { lastSeatWords, roundSentences } from './round-words.ts'

type Props = { counted: CountedBallots | null; loaded: LoadedPoll; zone: string }

/**
 * How the ballots elected what they did: each step in words and drawn; and after the closing what other
 * methods would have elected. Null: the sums say it all.
 */
export function ElectionPart({ counted, loaded, zone }: Props): VNode | null {
  if (counted === null) return null
  const { poll, options, now } = loaded
  const names = namesOf(poll, options, zone)
  const final = isFinal(poll, now)
  const others = final && counted.others.length > 0
  if (!isElection(poll)) return others ? <Otherwise counted={counted} names={names} /> : null
  return (
    <section class="stack" aria-labelledby="count">
      <h3 id="count">{t(final ? 'count.title' : 'count.title_so_far')}</h3>
      <p>
        <MethodWords poll={poll} />
      </p>
      <Steps counted={counted} options={options} names={names} final={final} />
      {others && <Otherwise counted={counted} names={names} />}
    </section>
  )
}

/** The names of the options as the reader sees them, by their place in the count. */
function namesOf(poll: Poll, options: PollOption[], zone: string): string[] {
  const names: string[] = []
  for (const { slot, name } of options) names[slot - 1] = optionLabel(poll.poll_type, name, zone)
  return names
}

/** "Counting method: STAR." Null: the poll's type leaves no choice. */
export function MethodWords({ poll }: { poll: Poll }): VNode | null {
  const method = chosenMethod(poll)
  return method === null ? null : <CountedBy method={method} />
}

/** The same of any method. */
export function CountedBy({ method }: { method: Method }): VNode {
  return (
    <>
      {rich('count.by', {
        method: t(`method.${method}`),
        link: (text) => <a href={`/help/counting#${method}`}>{text}</a>,
      })}
    </>
  )
}

type StepsProps = { counted: CountedBallots; options: PollOption[]; names: readonly string[]; final: boolean }

/** Methods with rounds draw them, and those that compare pairs draw these; others are told in words. */
function Steps({ counted, options, names, final }: StepsProps): VNode {
  const { count } = counted
  const costs: number[] = []
  for (const { slot, cost } of options) costs[slot - 1] = cost ?? 0
  const bought = count.budget !== null
  const steps = roundSentences(count, names, { costs, final, listed: bought })
  if (passesVotes(count.method)) {
    const last_seat = lastSeatWords(count, names)
    return (
      <>
        {last_seat !== null && <p>{last_seat}</p>}
        <RoundsPicture count={count} names={names} sentences={steps} final={final} />
        <RoundsTable count={count} names={names} />
      </>
    )
  }
  return (
    <>
      {bought && steps.length > 0 && <p>{t('count.paid_about')}</p>}
      <ol class={steps.length > 1 ? 'told' : 'told bare'}>
        {steps.map((sentence, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ol>
      {count.budget !== null && <p>{sentences([t('count.spent', count.budget), raisedWords(counted)])}</p>}
      <DuelsPicture count={count} names={names} />
    </>
  )
}

type OtherwiseProps = { counted: CountedBallots; names: readonly string[] }

/** What other methods would have elected from the same ballots: a group sees what its rule decided. */
function Otherwise({ counted: { count, others }, names }: OtherwiseProps): VNode {
  const elected = count.elected.map((place) => place + 1)
  const differing = others.filter((other) => !isSame(other.elected, elected)).length
  const rows = [{ method: count.method, elected, by_lot: count.by_lot }, ...others]
  return (
    // Not on paper: the minutes say what the group's own method decided.
    <details class="on-screen">
      <summary>{t('count.others')}</summary>
      <p>{differing === 0 ? t('count.others_same') : t('count.others_differ', { count: differing })}</p>
      <table class="counted words">
        <thead>
          <tr>
            <th scope="col">{t('count.method')}</th>
            <th scope="col">{t('count.result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.method}>
              <th scope="row">
                <a href={`/help/counting#${row.method}`}>{t(`method.${row.method}`)}</a>
              </th>
              <td>
                <bdi>{t('count.names', { names: row.elected.map((slot) => names[slot - 1] ?? '') })}</bdi>
                {row.by_lot && (
                  <p class="small quiet">
                    {t('method.tie_by_lot', { voting: place === 0 ? 'other' : 'instead' })}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((slot) => other.includes(slot))
