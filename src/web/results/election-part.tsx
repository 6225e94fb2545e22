import type { Method } from '@folkmoot/count'
import type { ComponentChildren, VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { leadOf } from '../../polls/counts/lead.ts'
import { chosenMethod, isElection, passesVotes } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { isFinal, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { lastSeatWords, roundSentences } from '../../sentences/round-words.ts'
import { DuelsPicture } from '../drawings/duels-part.tsx'
import { RoundsPicture } from '../drawings/rounds-part.tsx'
import { RoundsTable } from '../drawings/rounds-table-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { rich } from '../words/rich.tsx'
import { leadWords, raisedWords } from './result-words.ts'

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
  const otherwise = others && <Otherwise counted={counted} loaded={loaded} names={names} zone={zone} />
  if (!isElection(poll)) return otherwise || null
  return (
    <section class="stack" aria-labelledby="count">
      <h3 id="count">{t(final ? 'count.title' : 'count.title_so_far')}</h3>
      <p>
        <MethodWords poll={poll} />
      </p>
      <Steps counted={counted} options={options} names={names} final={final} />
      {otherwise}
    </section>
  )
}

/** The names of the options as the reader sees them, by their place in the count. */
export function namesOf(poll: Poll, options: PollOption[], zone: string): string[] {
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

type OtherwiseProps = { counted: CountedBallots; loaded: LoadedPoll; names: readonly string[]; zone: string }

type OtherRow = CountedBallots['others'][number]

/**
 * What other methods would have elected from the same ballots: a group sees what its rule decided. Sums that
 * are tied elect nobody by lot, though the count has a winner.
 */
function Otherwise({ counted, loaded, names, zone }: OtherwiseProps): VNode {
  const { count, others } = counted
  const lead = leadOf(loaded, counted)
  const elected = lead?.options.map(({ slot }) => slot) ?? []
  const by_lot = lead?.by_lot ?? false
  const is_tied = lead?.by === 'sums' && elected.length > 1
  const namesIn = (slots: readonly number[]) =>
    t('count.names', { names: slots.map((slot) => names[slot - 1] ?? '') })
  return (
    // Not on paper: the minutes say what the group's own method decided.
    <details class="on-screen">
      <summary>{t('count.others')}</summary>
      <p>{comparedWords(others, elected)}</p>
      <table class="counted words">
        <thead>
          <tr>
            <th scope="col">{t('count.method')}</th>
            <th scope="col">{t('count.result')}</th>
          </tr>
        </thead>
        <tbody>
          <OtherwiseRow method={count.method}>
            {is_tied ? leadWords(loaded.poll, lead, { zone }) : namesIn(elected)}
            {by_lot && <ByLot voting="other" />}
          </OtherwiseRow>
          {others.map((other) => (
            <OtherwiseRow key={other.method} method={other.method}>
              {namesIn(other.elected)}
              {other.by_lot && <ByLot voting="instead" />}
            </OtherwiseRow>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function OtherwiseRow({ method, children }: { method: Method; children: ComponentChildren }): VNode {
  return (
    <tr>
      <th scope="row">
        <a href={`/help/counting#${method}`}>{t(`method.${method}`)}</a>
      </th>
      <td>{children}</td>
    </tr>
  )
}

function ByLot({ voting }: { voting: 'other' | 'instead' }): VNode {
  return <p class="small quiet">{t('method.tie_by_lot', { voting })}</p>
}

/** How many methods differ. What only a lot would decide is no result of a method. */
function comparedWords(others: readonly OtherRow[], elected: readonly number[]): string {
  const decided = others.filter(({ by_lot }) => !by_lot)
  const differing = decided.filter((other) => !isSame(other.elected, elected)).length
  if (differing > 0) return t('count.others_differ', { count: differing })
  return t(decided.length === others.length ? 'count.others_same' : 'count.others_same_or_lot')
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((slot) => other.includes(slot))
