import type { GroupFacts } from '../../groups/group-facts.ts'
import type { Withdrawal } from '../../notifications/notice.ts'
import { groupName } from '../../sentences/names.ts'
import { optionWords } from '../../sentences/option-words.ts'
import { oneLine } from '../../text/one-line.ts'
import type { MailContent } from './content.ts'

/** The time its reader was told, and by which group. */
type EarlierTime = { option: string; in_group: GroupFacts }

/** What a mail says of a time that no longer holds, and what takes it out of calendars. */
export function withdrawnWords(
  { poll: { key, title }, sequence, withdrawn }: Withdrawal,
  { option, in_group }: EarlierTime,
): Pick<MailContent, 'subject' | 'heading' | 'notes' | 'cancels'> {
  return {
    subject: `No time any more: ${oneLine(title)}`,
    heading: `A meeting of ${groupName(in_group)} has no time any more`,
    notes: ['The time you were told no longer holds. The attached file takes it out of your calendar.'],
    cancels: { key, title, option, sequence, withdrawn: withdrawn.toISOString() },
  }
}

/** The poll that settled a meeting was opened again, or deleted: nothing is settled. */
export function meetingCancelled(
  withdrawal: Withdrawal,
  { time_zone, ...earlier }: EarlierTime & { time_zone: string },
): MailContent {
  const { poll } = withdrawal
  const group = groupName(earlier.in_group)
  return {
    ...withdrawnWords(withdrawal, earlier),
    preheader: `In ${group}`,
    group_name: group,
    quote: null,
    title: oneLine(poll.title),
    paragraphs: [
      poll.gone ? 'The poll that settled it was deleted.' : 'Voting on its time was opened again.',
    ],
    body: null,
    list: null,
    facts: [{ label: 'Was to be', value: optionWords(poll, earlier.option, time_zone) }],
    button: poll.gone ? null : 'See the poll',
    reason: `You get this mail because you were told when this meeting of ${group} was to be.`,
  }
}
