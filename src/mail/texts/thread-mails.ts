import type { DiscussionFacts } from '../../discussions/load-discussion.ts'
import type { MailRule } from '../../events/mail-rule.ts'
import type { GroupFacts } from '../../groups/group-facts.ts'
import type { StandingComment } from '../../notifications/notice.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { oneLine } from '../../text/one-line.ts'
import { displayName, type User } from '../../users/user.ts'
import type { MailContent } from './content.ts'

type AboutThread = {
  in_group: GroupFacts
  thread: DiscussionFacts
  /** Who started the thread, or invites to it. */
  actor: User | null
  message: string | null
}

/** A new thread, or one they are asked to look at, told to members of its group. */
export function announcement({ wording, ...about }: AboutThread & Pick<MailRule, 'wording'>): MailContent {
  const group = groupName(about.in_group)
  const who = nameOf(about.actor)
  if (wording === 'invitation') return { ...threadInvitation(about), paragraphs: [] }
  return {
    ...shared(about),
    subject: `New thread: ${oneLine(about.thread.discussion.title)}`,
    heading: who === null ? `A new thread in ${group}` : `${who} started a thread in ${group}`,
    paragraphs: [],
    reason: `You get this mail because you are a member of ${group}.`,
  }
}

/** A thread, told to people who are invited to it. */
export function threadInvitation(about: AboutThread): MailContent {
  const group = groupName(about.in_group)
  const who = nameOf(about.actor)
  const heading =
    who === null ? `You are invited to a thread of ${group}` : `${who} invites you to a thread of ${group}`
  return {
    ...shared(about),
    subject: `You are invited to a thread: ${oneLine(about.thread.discussion.title)}`,
    heading,
    paragraphs: ['You need no account to read along.'],
    reason: `You get this mail because you were invited to this thread of ${group}.`,
  }
}

type AboutComment = { in_group: GroupFacts; thread: DiscussionFacts; comment: StandingComment }

/** A comment, told to those it names. */
export function mention(about: AboutComment): MailContent {
  const who = nameOf(about.comment.author)
  return {
    ...commented(about),
    heading: who === null ? 'You are mentioned in a comment' : `${who} mentions you in a comment`,
    reason: `You get this mail because a comment in ${groupName(about.in_group)} mentions you.`,
  }
}

/** A comment, told to the author of what it answers: the thread, or another comment. */
export function commentReply(about: AboutComment): MailContent {
  return {
    ...commented(about),
    heading: `${displayName(about.comment.author)} answered you`,
    reason: `You get this mail because this comment in ${groupName(about.in_group)} answers something you wrote.`,
  }
}

function commented({ in_group, thread, comment }: AboutComment) {
  const title = oneLine(thread.discussion.title)
  const group_name = groupName(in_group)
  return {
    subject: `New comment: ${title}`,
    preheader: `In ${group_name}`,
    group_name,
    paragraphs: [],
    quote: null,
    title,
    body: { text: comment.body, format: 'md' as const },
    list: null,
    facts: [],
    notes: [],
    button: 'Read and answer',
  }
}

function shared({ in_group, thread, actor, message }: AboutThread) {
  const { title, description, description_format } = thread.discussion
  const group_name = groupName(in_group)
  return {
    preheader: `In ${group_name}`,
    group_name,
    quote: message === null ? null : { by: nameOf(actor), text: message },
    title: oneLine(title),
    body:
      description === null || description.trim() === ''
        ? null
        : { text: description, format: description_format },
    list: null,
    facts: [],
    notes: [],
    button: 'Read the thread',
  }
}
