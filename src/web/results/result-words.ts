import type { Poll } from '../../polls/poll.ts'
import { POLL_TYPES, type PollType } from '../../polls/poll-types.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { positionVerb } from '../../polls/results/verdict-words.ts'
import { count, optionLabel } from '../poll-words/poll-words.ts'

/** `voters`: whose ballots are counted. */
type Of = { poll: Poll; options: number; voters: number }

const FIRST_WORDS: Record<PollType, string> = {
  proposal: 'Most votes',
  poll: 'Most votes',
  count: 'Most answers',
  score: 'Highest score',
  ranked_choice: 'Most points',
  meeting: 'Suits best',
  dot_vote: 'Most dots',
}

/** "Most votes: Agree.": what came out on top, ties named. Null when no option got anything. */
export function leadWords(poll: Poll, rows: ResultRow[], zone: string): string | null {
  const first = rows.filter((row) => row.rank === 1 && row.score > 0)
  if (first.length === 0) return null
  const names = first.map((row) => optionLabel(poll.poll_type, row.option.name, zone))
  const tied = first.length > 1 ? ', tied' : ''
  return `${FIRST_WORDS[poll.poll_type]}${tied}: ${names.join('; ')}.`
}

/** "8 of 11 who voted agree, 2 abstain, 1 disagrees.": how a proposal went. Null for other types. */
export function positionsWords(rows: ResultRow[], of: Of): string | null {
  if (of.poll.poll_type !== 'proposal') return null
  const words = rows
    .filter((row) => row.score > 0)
    .map((row, place) => {
      const verb = positionVerb(row.option.name, row.score)
      return `${row.score}${place === 0 ? ` of ${of.voters} who voted` : ''} ${verb}`
    })
  return words.length === 0 ? null : `${words.join(', ')}.`
}

/** What the right end of the bars' axis stands for. */
export function axisWords(of: Of): string {
  const { poll, voters } = of
  const most = mostScore(of)
  const all = `${voters === 1 ? 'the' : 'all'} ${voters} who voted`
  switch (poll.poll_type) {
    case 'proposal':
    case 'poll':
    case 'count':
      return all
    case 'meeting':
      return `a yes from ${all}`
    case 'score':
    case 'ranked_choice':
      return `${count(most, 'point')}: the most possible`
    case 'dot_vote':
      return `${count(most, 'dot')}: all there were`
  }
}

/** How much an option got, of how much it could have got from those who voted. */
export function rowWords(row: ResultRow, of: Of): string {
  const { poll, voters } = of
  const share = `${Math.round((row.score * 100) / mostScore(of))}%`
  switch (poll.poll_type) {
    case 'proposal':
    case 'poll':
    case 'count':
      return `${row.score} of ${voters} · ${share}`
    case 'score':
      return `average ${row.average === null ? '–' : Math.round(row.average * 10) / 10} of ${poll.max_score} · ${count(row.score, 'point')}`
    case 'ranked_choice':
      return `${count(row.score, 'point')} of ${mostScore(of)}`
    case 'meeting':
      return `${row.voter_count} of ${voters} can come${needBe(row)}${before(row, voters)}`
    case 'dot_vote':
      return `${count(row.score, 'dot')} from ${count(row.voter_count, 'voter')}`
  }
}

/** A yes counts 2 and an "if need be" 1: from the score follows how many said which. */
function needBe({ score, voter_count }: ResultRow): string {
  const perhaps = 2 * voter_count - score
  return perhaps > 0 ? `, ${perhaps} of them if need be` : ''
}

/** A ballot answers all the times that there were. */
function before({ answer_count }: ResultRow, voters: number): string {
  const unasked = voters - answer_count
  return unasked > 0 ? `; ${unasked} voted before it was added` : ''
}

/** The end of the axis: what one option would get if all who voted gave it the most they could. */
export function mostScore({ poll, options, voters }: Omit<Of, 'decided_count'>): number {
  return voters * POLL_TYPES[poll.poll_type].number(poll, options).most
}
