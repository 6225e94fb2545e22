import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import type { GroupFacts } from '../groups/group-facts.ts'
import { oneLine } from '../text/one-line.ts'
import type { MailContent } from './content.ts'
import { groupName, nameOf } from './group-mails.ts'

type Told = { in_group: GroupFacts; thread: DiscussionFacts; message: string | null }

/** A new thread, told to members of its group. */
export function announcement(told: Told): MailContent {
  const group = groupName(told.in_group)
  const who = nameOf(told.thread.author)
  return {
    ...shared(told),
    subject: `New discussion: ${oneLine(told.thread.discussion.title)}`,
    heading: who === null ? `A new discussion in ${group}` : `${who} started a discussion in ${group}`,
    paragraphs: [],
    reason: `You get this mail because you are a member of ${group}.`,
  }
}

/** A new thread, told to people who are not members of its group. */
export function threadInvitation(told: Told): MailContent {
  const group = groupName(told.in_group)
  const who = nameOf(told.thread.author)
  const heading =
    who === null
      ? `You are invited to a discussion of ${group}`
      : `${who} invites you to a discussion of ${group}`
  return {
    ...shared(told),
    subject: `You are invited to a discussion: ${oneLine(told.thread.discussion.title)}`,
    heading,
    paragraphs: ['You need no account to read along.'],
    reason: `You get this mail because you were invited to this discussion of ${group}.`,
  }
}

function shared({ in_group, thread, message }: Told) {
  const { title, description, description_format } = thread.discussion
  const group_name = groupName(in_group)
  return {
    preheader: `In ${group_name}`,
    group_name,
    quote: message === null ? null : { by: nameOf(thread.author), text: message },
    title: oneLine(title),
    body:
      description === null || description.trim() === ''
        ? null
        : { text: description, format: description_format },
    list: null,
    facts: [],
    notes: [],
    button: 'Read the discussion',
  }
}
