import { presentPoll } from '../api/records/present-poll.ts'
import type { Event } from '../events/event.ts'
import { fullName } from '../groups/group.ts'
import type { ThreadEvents } from '../members/load-thread-events.ts'
import type { ThreadVisit } from '../members/visits/load-thread.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { pollState } from '../polls/poll.ts'
import { have } from '../text/counted.ts'
import { markdownOfHtml } from '../text/markdown-of-html.ts'
import { oneLine } from '../text/one-line.ts'
import { displayName, type User } from '../users/user.ts'

/** A whole thread as one Markdown text, as its reader may see it. */
export function threadMarkdown({ thread, in_group }: ThreadVisit, page: ThreadEvents): string {
  const { discussion, author } = thread
  const { title, description, description_format } = discussion
  const parts = page.events.flatMap((event) => partOf(event, page))
  return [
    frontOf(fullName(in_group.group, in_group.parent), discussion),
    `# ${oneLine(title)}`,
    signed('Started', author, discussion.created_at),
    written(description, description_format),
    ...parts,
    ...(page.total > page.events.length
      ? ['*The thread continues; its later items are not in this text.*']
      : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

type Thread = ThreadVisit['thread']['discussion']

/** JSON is also valid YAML. */
function frontOf(group: string, { created_at, last_activity_at }: Thread): string {
  const facts = { group, created: created_at, last_activity: last_activity_at }
  return `---\n${Object.entries(facts)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n')}\n---`
}

function partOf({ kind, subject_id, created_at }: Event, { comments, polls }: ThreadEvents): string[] {
  if (kind === 'new_comment') {
    const found = comments.find(({ comment }) => comment.id === subject_id)
    if (found === undefined) return [`*Comment ${subject_id} is too long for this text.*`]
    const { comment, author } = found
    const answers = comment.parent_id === null ? '' : `, in reply to comment ${comment.parent_id}`
    return [
      `## Comment ${comment.id}${answers}`,
      signed('By', author, created_at),
      comment.body === null ? '*This comment was deleted.*' : written(comment.body, 'md'),
    ]
  }
  const poll = kind === 'poll_created' ? polls.find((one) => one.poll.id === subject_id) : undefined
  return poll === undefined ? [] : pollParts(poll)
}

function pollParts(loaded: LoadedPoll): string[] {
  const { poll, author, outcome, decided_count, voters_count } = loaded
  return [
    `## Poll: ${oneLine(poll.title)}`,
    signed('By', author, poll.created_at),
    written(poll.details, poll.details_format),
    `${stateOf(loaded)} ${decided_count} of ${voters_count} ${have(decided_count)} voted.`,
    optionsOf(loaded),
    ...(outcome === null
      ? []
      : [
          '### Outcome',
          signed('By', outcome.author, outcome.outcome.created_at),
          written(outcome.outcome.statement, outcome.outcome.statement_format),
        ]),
  ]
}

function stateOf({ poll, now }: LoadedPoll): string {
  const state = pollState(poll, now)
  if (state.is === 'draft') return 'Voting has not opened yet.'
  if (state.is === 'closed') return `Voting closed at ${state.at.toISOString()}.`
  return `Voting is open until ${poll.closing_at?.toISOString()}.`
}

/** The options, with their results if the reader may see them. */
function optionsOf(loaded: LoadedPoll): string {
  const { results, results_visible } = presentPoll(loaded)
  if (!results_visible) {
    const names = loaded.options.map(({ name }) => `* ${oneLine(name)}`)
    return [...names, '', 'You cannot see the results at the moment.'].join('\n').trim()
  }
  return results
    .map(({ name, score, voter_count }) => `* ${oneLine(name)}: ${score} (chosen by ${voter_count})`)
    .join('\n')
}

function signed(what: string, by: User, at: Date): string {
  return `*${what}${what === 'By' ? '' : ' by'} ${oneLine(displayName(by))}, ${at.toISOString()}*`
}

/** User text becomes a quote: no heading in it can imitate another author. */
function written(text: string | null, format: 'md' | 'html'): string {
  const markdown = (format === 'html' ? markdownOfHtml(text ?? '') : (text ?? '')).trim()
  return markdown === ''
    ? ''
    : markdown
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
}
