import type { KINDS } from '../../events/kinds.ts'
import { personName } from '../../sentences/names.ts'
import { oneLine } from '../../text/one-line.ts'
import { displayName } from '../../users/user.ts'
import type { WebhookKind } from '../webhook.ts'
import * as detail from './details.ts'
import { type AboutOf, always, by, type KindWords, type Names, type ViewOf, wordsAbout } from './phrases.ts'

/** What webhooks say of the events they are told of, and the form for them of the kinds. */
export const KIND_WORDS: { [Kind in WebhookKind]: KindWords<AboutOf<(typeof KINDS)[Kind]['subject']>> } = {
  new_discussion: wordsAbout('thread', {
    label: 'A thread is started',
    sentence: by('started a thread', 'A thread was started'),
    more: detail.description,
  }),
  discussion_edited: wordsAbout('thread', {
    label: 'A thread is edited',
    sentence: by('edited the thread', 'The thread was edited'),
  }),
  new_comment: wordsAbout('comment', {
    label: 'A comment is written',
    sentence: ({ title }, { subject }) => `${displayName(subject.comment.author)} commented on ${title}`,
    more: detail.comment,
  }),
  poll_created: wordsAbout('poll', {
    label: 'A poll is started',
    sentence: by('started a poll', 'A poll was started'),
    more: detail.closing,
  }),
  poll_opened: wordsAbout('poll', {
    label: 'Voting opens in a draft',
    sentence: always('Voting is open'),
    more: detail.closing,
  }),
  poll_edited: wordsAbout('poll', {
    label: 'A poll is edited',
    sentence: by('edited the poll', 'The poll was edited'),
    more: detail.closing,
  }),
  poll_closing_soon: wordsAbout('poll', {
    label: 'Voting closes soon',
    sentence: always('Voting closes soon'),
    more: detail.closingAndTurnout,
  }),
  poll_expired: wordsAbout('poll', {
    label: 'Voting has ended in time',
    sentence: always('Voting has closed'),
    more: detail.result,
    tells_decision: true,
  }),
  poll_closed_by_user: wordsAbout('poll', {
    label: 'A poll is closed by hand',
    sentence: by('closed the poll', 'Voting was closed'),
    more: detail.result,
    tells_decision: true,
  }),
  poll_reopened: wordsAbout('poll', {
    label: 'A poll is opened again',
    sentence: by('opened the poll again', 'Voting is open again'),
    more: detail.closing,
  }),
  outcome_created: wordsAbout('poll', {
    label: 'An outcome is published',
    sentence: by('published the outcome', 'The outcome is published'),
    more: detail.statement,
  }),
  outcome_updated: wordsAbout('poll', {
    label: 'An outcome is changed',
    sentence: by('changed the outcome', 'The outcome was changed'),
    more: detail.statement,
  }),
  outcome_review_due: wordsAbout('poll', {
    label: 'An outcome is due for review',
    sentence: always('The outcome is due for review'),
    more: detail.statement,
  }),
  stance_created: wordsAbout('poll', {
    label: 'A vote is cast',
    sentence: voteSentence('voted', 'cast'),
    more: detail.choice,
  }),
  stance_updated: wordsAbout('poll', {
    label: 'A vote is changed',
    sentence: voteSentence('changed a vote', 'changed'),
    more: detail.choice,
  }),
  membership_created: wordsAbout('group', {
    label: 'Somebody is invited',
    sentence: ({ who, group_name }, { member }) =>
      `${who ?? 'Somebody'} invited ${memberName(member)} to ${group_name}`,
  }),
  membership_removed: wordsAbout('group', {
    label: 'Somebody is removed',
    sentence: removalSentence,
  }),
}

/** A vote that a program has cast for its voter is never passed off as the voter's own. */
function voteSentence(did: string, wasDone: string): (names: Names, view: ViewOf<'poll'>) => string {
  return (names, { vote }) => {
    const key = vote?.ballot.cast_by ?? null
    if (key === null) return by(did, `A vote was ${wasDone}`)(names)
    const { who, title } = names
    return `${who === null ? 'A' : `${who}’s`} vote was ${wasDone} by the API key “${oneLine(key)}”: ${title}`
  }
}

/** "Ada removed Ben from Mill Lane Co-op", or that he left it. */
function removalSentence({ who, group_name }: Names, { member, actor }: ViewOf<'group'>): string {
  const name = memberName(member)
  const own = member !== null && member.user.id === actor?.id
  const left = `${name.charAt(0).toUpperCase()}${name.slice(1)} left ${group_name}`
  return own || who === null ? left : `${who} removed ${name} from ${group_name}`
}

function memberName(member: ViewOf<'group'>['member']): string {
  return personName(member?.user ?? null) ?? 'somebody'
}
