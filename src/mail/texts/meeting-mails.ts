import type { GroupFacts } from '../../groups/group-facts.ts'
import { t } from '../../locales/say.ts'
import type { Withdrawal } from '../../notifications/notice.ts'
import { groupName } from '../../sentences/names.ts'
import { optionWords } from '../../sentences/option-words.ts'
import { oneLine } from '../../text/one-line.ts'
import type { GivenContent, MailContent } from './content.ts'
import type { PollNow } from './reopened-mails.ts'

/** The time that the recipient was told, and the group. */
type EarlierTime = { option: string; in_group: GroupFacts }

/** The text about a time that no longer applies, and the calendar entry that removes it. */
export function withdrawnWords(
  { poll: { key, title }, sequence, withdrawn }: Withdrawal,
  { option, in_group }: EarlierTime,
): Pick<MailContent, 'subject' | 'heading' | 'notes' | 'cancels'> {
  return {
    subject: t('mail.meeting_cancelled', { title: oneLine(title) }),
    heading: t('mail.meeting_cancelled_heading', { group: groupName(in_group) }),
    notes: [t('mail.meeting_cancelled_attached')],
    cancels: { key, title, option, sequence, withdrawn: withdrawn.toISOString() },
  }
}

/**
 * Why no time is settled: the poll that set it was deleted or reopened. If its outcome was withdrawn, what is
 * said of the poll says so.
 */
const REASONS = {
  deleted: 'mail.meeting_poll_deleted',
  reopened: 'mail.meeting_poll_reopened',
  taken_back: null,
} as const

type Now = { time_zone: string; reason: keyof typeof REASONS; poll_now: PollNow | null }

/** No time is settled any more. `poll_now`: of a poll that still exists. */
export function meetingCancelled(
  withdrawal: Withdrawal,
  { time_zone, reason, poll_now, ...earlier }: EarlierTime & Now,
): GivenContent {
  const { poll } = withdrawal
  const group = groupName(earlier.in_group)
  const why = REASONS[reason]
  return {
    ...withdrawnWords(withdrawal, earlier),
    preheader: t('mail.in_group', { group }),
    group_name: group,
    title: oneLine(poll.title),
    paragraphs: [...(why === null ? [] : [t(why)]), ...(poll_now?.paragraphs ?? [])],
    body: poll_now?.body ?? null,
    facts: [
      { label: t('mail.meeting_was'), value: optionWords(poll, earlier.option, time_zone) },
      ...(poll_now?.facts ?? []),
    ],
    button: poll.gone ? null : t('mail.see_poll'),
    reason: t('mail.meeting_cancelled_reason', { group }),
  }
}
