import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import { pollState } from '../../polls/poll.ts'
import { areTimesOver } from '../../polls/types/proposed-times.ts'
import { Flash } from '../parts/flash-part.tsx'
import { EarlyTimes } from '../poll-words/early-times-part.tsx'
import { abilitiesOf } from '../visits/poll-tools.ts'
import { rich } from '../words/rich.tsx'

/** After a change, for people who manage the poll: which proposed times come too early. */
export function EarlyTimesNote({ visit: { visitor, loaded } }: { visit: PollVisit }): VNode | null {
  const { poll, options, now } = loaded
  const zone = visitor.time_zone
  const names = options.map(({ name }) => name)
  // Then the page says so itself.
  if (pollState(poll, now).is === 'open' && areTimesOver(poll, names, { zone, now })) return null
  return <EarlyTimes poll={poll} names={names} zone={zone} now={now} />
}

/** Says that all proposed times are over before voting closes, and what the visitor can do about it. */
export function TimesOver({ visit }: { visit: PollVisit }): VNode | null {
  const { poll, options, now } = visit.loaded
  const names = options.map(({ name }) => name)
  const over = areTimesOver(poll, names, { zone: visit.visitor.time_zone, now })
  if (!over || pollState(poll, now).is !== 'open') return null
  const abilities = abilitiesOf(visit)
  const to = (tool: string) => (text: ComponentChildren) => <a href={`/p/${poll.key}/${tool}`}>{text}</a>
  return (
    <Flash title={t('poll.times_over')} tone="plain">
      {abilities.includes('close') ? (
        <p>{rich('poll.times_over_manage', { close: to('close'), add: to('options') })}</p>
      ) : (
        abilities.includes('add_options') && <p>{rich('poll.times_over_add', { add: to('options') })}</p>
      )}
    </Flash>
  )
}
