import type { DiscussionFacts } from '../../discussions/load-discussion.ts'
import type { MailRule } from '../../events/mail-rule.ts'
import type { GroupFacts } from '../../groups/group-facts.ts'
import { t } from '../../locales/say.ts'
import type { StandingComment } from '../../notifications/notice.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { oneLine } from '../../text/one-line.ts'
import { type Mentioned, namesInTexts } from '../../users/shown-names.ts'
import { displayName, type User } from '../../users/user.ts'
import type { GivenContent } from './content.ts'

type AboutThread = {
  in_group: GroupFacts
  thread: DiscussionFacts
  /** The person who started the thread, or who invites to it. */
  actor: User | null
  message: string | null
  /** People that it mentions. */
  named: Mentioned[]
}

/** A new thread, or one that members are asked to look at, sent to members of its group. */
export function announcement({ wording, ...about }: AboutThread & Pick<MailRule, 'wording'>): GivenContent {
  const group = groupName(about.in_group)
  const who = nameOf(about.actor)
  if (wording === 'invitation') return { ...threadInvitation(about), paragraphs: [] }
  return {
    ...shared(about),
    subject: t('mail.thread_new', { title: oneLine(about.thread.discussion.title) }),
    heading: who === null ? t('mail.thread_started', { group }) : t('mail.thread_started_by', { who, group }),
    paragraphs: [],
    reason: t('mail.reason_member', { group }),
  }
}

/** A thread, sent to people who are invited to it. */
export function threadInvitation(about: AboutThread): GivenContent {
  const group = groupName(about.in_group)
  const who = nameOf(about.actor)
  const heading =
    who === null
      ? t('mail.thread_invitation_heading', { group })
      : t('mail.thread_invitation_by', { who, group })
  return {
    ...shared(about),
    subject: t('mail.thread_invitation', { title: oneLine(about.thread.discussion.title) }),
    heading,
    paragraphs: [t('mail.thread_invitation_text')],
    reason: t('mail.thread_invitation_reason', { group }),
  }
}

type AboutComment = { in_group: GroupFacts; thread: DiscussionFacts; comment: StandingComment }

/** A comment, sent to the people it mentions. */
export function mention(about: AboutComment): GivenContent {
  const who = nameOf(about.comment.author)
  return {
    ...commented(about),
    heading: who === null ? t('mail.mention') : t('mail.mention_by', { who }),
    reason: t('mail.mention_reason', { group: groupName(about.in_group) }),
  }
}

/** A comment, sent to the author of the comment that it replies to. */
export function commentReply(about: AboutComment): GivenContent {
  return {
    ...commented(about),
    heading: t('mail.reply', { who: displayName(about.comment.author) }),
    reason: t('mail.reply_reason', { group: groupName(about.in_group) }),
  }
}

/** A comment, sent to the author of its thread. */
export function threadComment(about: AboutComment): GivenContent {
  return {
    ...commented(about),
    heading: t('mail.thread_comment', { who: displayName(about.comment.author) }),
    reason: t('mail.thread_comment_reason', { group: groupName(about.in_group) }),
  }
}

function commented({ in_group, thread, comment }: AboutComment) {
  const title = oneLine(thread.discussion.title)
  const group_name = groupName(in_group)
  return {
    subject: t('mail.comment_new', { title }),
    preheader: t('mail.in_group', { group: group_name }),
    group_name,
    paragraphs: [],
    title,
    body: {
      text: comment.body,
      format: 'md' as const,
      mentions: namesInTexts(comment.mentioned),
    },
    button: t('mail.comment_button'),
  }
}

function shared({ in_group, thread, actor, message, named }: AboutThread) {
  const { title, description, description_format } = thread.discussion
  const group_name = groupName(in_group)
  return {
    preheader: t('mail.in_group', { group: group_name }),
    group_name,
    quote: message === null ? null : { by: nameOf(actor), text: message },
    title: oneLine(title),
    body:
      description === null || description.trim() === ''
        ? null
        : { text: description, format: description_format, mentions: namesInTexts(named) },
    button: t('mail.thread_button'),
  }
}
