import type { ComponentChildren } from 'preact'
import { joined } from '../../locales/say.ts'
import type { EarlyClosing, PastChange } from '../../polls/past/poll-past.ts'
import { settingName } from '../../sentences/setting-name.ts'
import { displayName } from '../../users/user.ts'
import { Time } from '../parts/date-part.tsx'
import { rich, richSentences } from '../words/rich.tsx'
import { reopenedWords } from './reopened-part.tsx'

/** `names`: of people, as this page shows them; null where it names nobody. */
export type Told = { names: Map<number, string> | null; zone: string }

/** What somebody did at a time: without their name, and with it. */
const DONE = {
  early_closing: ['poll.closed_early_on', 'poll.closed_early_by_on'],
  outcome: ['poll.outcome_published_on', 'poll.outcome_published_by_on'],
  outcome_edit: ['poll.outcome_edited_on', 'poll.outcome_edited_by_on'],
  withdrawal: ['poll.outcome_withdrawn_on', 'poll.outcome_withdrawn_by_on'],
} as const

/**
 * What happened to a poll, when and by whom, in one line: "Edited by Ada on …: Title, Details", "Voting was
 * reopened by Ada on …. The outcome was withdrawn."
 */
export function pastWords(change: Omit<PastChange, 'retitled'>, { names, zone }: Told): ComponentChildren {
  const { what, at, by, fields } = change
  if (what === 'reopening') return reopenedWords({ reopened: change, names, zone })
  const time = <Time at={at} zone={zone} />
  if (what === 'closing') return rich('poll.closed_as_planned_on', { time })
  const name = by === null || names === null ? null : <bdi>{names.get(by.id) ?? displayName(by)}</bdi>
  if (what !== 'edit')
    return name === null ? rich(DONE[what][0], { time }) : rich(DONE[what][1], { time, name })
  const settings = joined(fields.flatMap((field) => settingName(field) ?? []))
  if (name === null) return rich('poll.change_edited', { time, settings })
  return rich('poll.change_edited_by', { time, settings, name })
}

/** "Voting was closed early by Ada on …. The deadline was …." */
export function earlyWords({ at, deadline, by }: EarlyClosing, told: Told): ComponentChildren {
  return richSentences([
    pastWords({ what: 'early_closing', at, by, fields: [], withdraws: false }, told),
    deadlineWords({ deadline }, told.zone),
  ])
}

/** What the deadline of a poll was that was closed early. */
export function deadlineWords({ deadline }: Pick<EarlyClosing, 'deadline'>, zone: string): ComponentChildren {
  return rich('poll.deadline_was', { time: <Time at={deadline} zone={zone} /> })
}
