import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { outcomeWords, turnoutWords } from '../../sentences/result-words.ts'
import { excerpt } from '../../text/excerpt.ts'
import { oneLine } from '../../text/one-line.ts'
import { timeWords } from '../../text/time-words.ts'
import type { Told } from './event-view.ts'

/** An event in words, for people in a chat. `text` is one sentence, and where there is more to say a second paragraph. */
export type Said = {
  text: string
  title: string
  group_name: string
  actor_name: string | null
  /** The page it leads to, without the service's address. */
  path: string
}

/** Chats are read by many in many places. */
const ZONE = 'UTC'
const EXCERPT = 300

type Words = { sentence: string; more?: string | null }

/** What happened, in words. */
export function says(told: Told): Said {
  const { subject, actor } = told
  const group_name = groupName(subject.in_group)
  const { title, path } = placeOf(told, group_name)
  const { sentence, more = null } = wordsFor(told, { who: nameOf(actor), title, group_name })
  const text = more === null || more === '' ? sentence : `${sentence}\n${more}`
  return { text, title, group_name, actor_name: nameOf(actor), path }
}

function placeOf({ subject }: Told, group_name: string): Pick<Said, 'title' | 'path'> {
  switch (subject.about) {
    case 'poll': {
      const { title, key } = subject.loaded.poll
      return { title: oneLine(title), path: `/p/${key}` }
    }
    case 'thread':
    case 'comment': {
      const { title, key } = subject.thread.discussion
      return { title: oneLine(title), path: `/d/${key}` }
    }
    case 'group':
      return { title: group_name, path: `/g/${subject.in_group.group.handle}` }
  }
}

type Names = { who: string | null; title: string; group_name: string }

function wordsFor(told: Told, names: Names): Words {
  const { subject } = told
  if (subject.about === 'poll') return pollWords(told, subject.loaded, names)
  if (subject.about === 'group') return memberWords(told, names)
  const { who, title } = names
  if (subject.about === 'comment') {
    const by = nameOf(subject.comment.author)
    return {
      sentence: `${by ?? 'Somebody'} commented on ${title}`,
      more: excerpt(subject.comment.body, 'md', EXCERPT),
    }
  }
  const { description, description_format } = subject.thread.discussion
  return told.event.kind === 'discussion_edited'
    ? { sentence: by(who, 'edited the thread', 'The thread was edited', title) }
    : {
        sentence: by(who, 'started a thread', 'A thread was started', title),
        more: excerpt(description ?? '', description_format, EXCERPT),
      }
}

function pollWords({ event, vote }: Told, loaded: LoadedPoll, { who, title }: Names): Words {
  const closing = closingWords(loaded)
  const statement = loaded.outcome?.outcome
  const outcome =
    statement === undefined ? null : excerpt(statement.statement, statement.statement_format, EXCERPT)
  switch (event.kind) {
    case 'poll_created':
      return { sentence: by(who, 'started a poll', 'A poll was started', title), more: closing }
    case 'poll_opened':
      return { sentence: `Voting is open: ${title}`, more: closing }
    case 'poll_edited':
      return { sentence: by(who, 'edited the poll', 'The poll was edited', title), more: closing }
    case 'poll_closing_soon':
      return { sentence: `Voting closes soon: ${title}`, more: `${closing} ${turnoutWords(loaded)}` }
    case 'poll_expired':
      return { sentence: `Voting has closed: ${title}`, more: outcomeWords(loaded, ZONE) }
    case 'poll_closed_by_user':
      return {
        sentence: by(who, 'closed the poll', 'Voting was closed', title),
        more: outcomeWords(loaded, ZONE),
      }
    case 'poll_reopened':
      return { sentence: by(who, 'opened the poll again', 'Voting is open again', title), more: closing }
    case 'outcome_created':
      return { sentence: by(who, 'published the outcome', 'The outcome is published', title), more: outcome }
    case 'outcome_updated':
      return { sentence: by(who, 'changed the outcome', 'The outcome was changed', title), more: outcome }
    case 'outcome_review_due':
      return { sentence: `The outcome is due for review: ${title}`, more: outcome }
    case 'stance_updated':
      return {
        sentence: voteWords(vote, who, { did: 'changed a vote', wasDone: 'changed', title }),
        more: choiceWords(loaded, vote),
      }
    default:
      return {
        sentence: voteWords(vote, who, { did: 'voted', wasDone: 'cast', title }),
        more: choiceWords(loaded, vote),
      }
  }
}

/** A vote that a program has cast for its voter is never passed off as the voter's own. */
function voteWords(
  vote: Told['vote'],
  who: string | null,
  { did, wasDone, title }: Record<'did' | 'wasDone' | 'title', string>,
): string {
  const key = vote?.ballot.cast_by ?? null
  if (key === null) return by(who, did, `A vote was ${wasDone}`, title)
  return `${who === null ? 'A' : `${who}’s`} vote was ${wasDone} by the API key “${oneLine(key)}”: ${title}`
}

/** "Ada started a poll: Paint the hall?", or, where nobody is named, "A poll was started: …". */
function by(who: string | null, did: string, wasDone: string, title: string): string {
  return `${who === null ? wasDone : `${who} ${did}`}: ${title}`
}

function closingWords({ poll, now }: LoadedPoll): string {
  const state = pollState(poll, now)
  if (state.is === 'draft') return 'Voting has not opened yet.'
  return `Voting ${state.is === 'open' ? 'closes' : 'closed'} on ${timeWords(poll.closing_at ?? now, ZONE)}.`
}

/** "agree" for a choice, "Blue: 3, Green: 5" where there are scores. */
function choiceWords({ poll, options }: LoadedPoll, vote: Told['vote']): string | null {
  if (vote === null) return null
  const chosen = options.flatMap(({ name, slot }) => {
    const score = vote.ballot.scores[slot - 1] ?? 0
    return score > 0 ? [{ name: oneLine(name), score }] : []
  })
  const bare = ['proposal', 'count', 'poll'].includes(poll.poll_type)
  return chosen.map(({ name, score }) => (bare ? name : `${name}: ${score}`)).join(', ')
}

function memberWords({ event, member, actor }: Told, { who, group_name }: Names): Words {
  const name = nameOf(member?.user ?? null) ?? 'somebody'
  const own = member !== null && member.user.id === actor?.id
  if (event.kind === 'membership_created')
    return { sentence: `${who ?? 'Somebody'} invited ${name} to ${group_name}` }
  const left = `${name.charAt(0).toUpperCase()}${name.slice(1)} left ${group_name}`
  return { sentence: own || who === null ? left : `${who} removed ${name} from ${group_name}` }
}
