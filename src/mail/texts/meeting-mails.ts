import type { GroupFacts } from '../../groups/group-facts.ts'
import { t } from '../../locales/say.ts'
import type { Withdrawal } from '../../notifications/notice.ts'
import { groupName } from '../../sentences/names.ts'
import { optionWords } from '../../sentences/option-words.ts'
import { oneLine } from '../../text/one-line.ts'
import type { GivenContent, MailContent } from './content.ts'
import type { OpenAgain } from './reopened-mails.ts'

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

/** The poll that set the meeting was reopened or deleted: no time is settled. */
export function meetingCancelled(
  withdrawal: Withdrawal,
  { time_zone, open_again, ...earlier }: EarlierTime & { time_zone: string; open_again: OpenAgain | null },
): GivenContent {
  const { poll } = withdrawal
  const group = groupName(earlier.in_group)
  return {
    ...withdrawnWords(withdrawal, earlier),
    preheader: t('mail.in_group', { group }),
    group_name: group,
    title: oneLine(poll.title),
    paragraphs: [
      t(poll.gone ? 'mail.meeting_poll_deleted' : 'mail.meeting_poll_reopened'),
      ...(open_again?.paragraphs ?? []),
    ],
    body: open_again?.body ?? null,
    facts: [
      { label: t('mail.meeting_was'), value: optionWords(poll, earlier.option, time_zone) },
      ...(open_again?.facts ?? []),
    ],
    button: poll.gone ? null : t('mail.see_poll'),
    reason: t('mail.meeting_cancelled_reason', { group }),
  }
}
