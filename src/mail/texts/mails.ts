import { factsOf } from '../../events/kinds.ts'
import type { MailKind } from '../../events/mail-rule.ts'
import type { Language } from '../../locales/languages.ts'
import { inLanguage } from '../../locales/say.ts'
import type { OpenBallots } from '../../notifications/load-open-ballots.ts'
import type { Notice } from '../../notifications/notice.ts'
import type { GivenContent, MailBody } from './content.ts'
import { groupInvitation, keyEnding, webhookDisabled } from './group-mails.ts'
import { joinAnswer, joinNews } from './join-mails.ts'
import { layOut } from './lay-out.ts'
import { meetingCancelled } from './meeting-mails.ts'
import { outcomeChanged, outcomeNews, outcomeReview } from './outcome-mails.ts'
import { closingSoon, pollClosed, voteInvitation } from './poll-mails.ts'
import {
  openAgain,
  outcomeTakenBack,
  outcomeWithdrawn,
  type PollNow,
  type Reopened,
  takenBack,
} from './reopened-mails.ts'
import { announcement, commentReply, mention, threadComment, threadInvitation } from './thread-mails.ts'

/**
 * The recipient of a mail. `told_time`: the meeting time this person was told; null: none. `voted`: whether
 * they voted; null: they have no ballot, or the mail does not say. `ballots`: those of an invited person.
 */
export type Reader = {
  language: Language
  time_zone: string
  told_time: string | null
  voted: boolean | null
  public_url: string
  ballots?: OpenBallots | undefined
}

const NONE: OpenBallots = { polls: [], more: false }

/** Whether an outcome was withdrawn, and its poll not reopened. */
const isAlone = ({ kind }: Notice['event']) => factsOf(kind)?.mail?.wording === 'alone'

const pollNow = (event: Notice['event'], about: Reopened): PollNow =>
  isAlone(event) ? takenBack(about) : openAgain(about)

/** The content of this kind of mail for this notice. */
function mailContent(
  { subject, event, withdrawal, news }: Notice,
  kind: MailKind,
  { time_zone, told_time, voted, public_url, ballots = NONE }: Reader,
): GivenContent {
  const message = event.recipient_message?.trim() ? event.recipient_message : null
  const wording = factsOf(event.kind)?.mail?.wording ?? 'usual'
  if (subject.about === 'thread' && kind === 'announcement')
    return announcement({ ...subject, wording, message })
  if (subject.about === 'thread' && kind === 'thread_invitation')
    // Guests may not see who is a member.
    return threadInvitation({ ...subject, named: [], message })
  if (subject.about === 'comment' && kind === 'mention') return mention(subject)
  if (subject.about === 'comment' && kind === 'comment_reply') return commentReply(subject)
  if (subject.about === 'comment' && kind === 'thread_comment') return threadComment(subject)
  if (subject.about === 'group' && kind === 'group_invitation')
    return groupInvitation(subject.in_group, subject.actor, { ...ballots, time_zone })
  if (subject.about === 'group' && kind === 'webhook_disabled' && subject.webhook !== undefined)
    return webhookDisabled(subject.in_group, subject.webhook)
  if (subject.about === 'group' && kind === 'key_ending' && subject.key !== undefined)
    return keyEnding(subject.in_group, subject.key, time_zone)
  if (subject.about === 'group' && (kind === 'join_request' || kind === 'join_flood'))
    return joinNews(subject.in_group, kind === 'join_flood' ? null : subject.actor, public_url)
  if (subject.about === 'group' && kind === 'join_answer')
    return joinAnswer(subject.in_group, wording === 'invitation')
  if (subject.about === 'poll') {
    const { loaded, head, edited, early, counted } = subject
    const about = { loaded, head, edited, early, public_url, wording, message, time_zone, news }
    if (kind === 'vote_invitation') return voteInvitation(about)
    if (kind === 'closing_soon') return closingSoon(about)
    if (kind === 'poll_closed') return pollClosed({ ...about, counted })
    if (kind === 'outcome') return told_time === null ? outcomeNews(about) : outcomeChanged(about, told_time)
    if (kind === 'outcome_review') return outcomeReview(about)
    if (kind === 'outcome_withdrawn')
      return isAlone(event) ? outcomeTakenBack(about) : outcomeWithdrawn({ ...about, voted })
  }
  if (kind === 'meeting_cancelled' && withdrawal !== null && told_time !== null)
    return meetingCancelled(withdrawal, {
      option: told_time,
      in_group: subject.in_group,
      time_zone,
      reason: subject.about !== 'poll' ? 'deleted' : isAlone(event) ? 'taken_back' : 'reopened',
      poll_now: subject.about === 'poll' ? pollNow(event, { ...subject, news, time_zone }) : null,
    })
  throw new Error(`${event.kind} is not told by ${kind}`)
}

/** The mail in its recipient's language, laid out. */
export function writeMail(notice: Notice, kind: MailKind, reader: Reader): MailBody {
  return inLanguage(reader.language, () => layOut(mailContent(notice, kind, reader)))
}
