import type { Queryable } from '../../db/sql.ts'
import { type User, userFromJson } from '../../users/user.ts'
import type { HeldBallot } from '../ballots/ballot-rows.ts'
import { holdingOutcome, type Outcome, outcomeFromJson } from '../outcomes/outcome.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { pollFromJson } from '../poll-rows.ts'
import { readThreadPolls } from './thread-poll-reads.ts'

/** A poll as it stands in its thread: nothing that follows from votes but how many there are. */
export type ThreadPoll = {
  poll: Poll
  author: User
  sequence_id: number
  voters_count: number
  decided_count: number
  /** The reader's ballot as it is kept, and not yet whether it is one still. */
  own: HeldBallot | null
  /** What was made of the result. */
  outcome: Outcome | null
  options: PollOption[]
}

/** The polls of a thread in their order, as facts: which of them a reader may see is decided by who asks. */
export async function loadThreadPolls(
  db: Queryable,
  ask: { discussion_id: number; user_id: number },
): Promise<ThreadPoll[]> {
  return (await readThreadPolls(db, ask)).map(({ now, author, voters, voted, options, ...row }) => {
    const poll = pollFromJson(row.poll)
    const outcome = row.outcome === null ? null : outcomeFromJson(row.outcome)
    return {
      ...row,
      poll,
      author: userFromJson(author),
      outcome: holdingOutcome(outcome, poll, now),
      options: options ?? [],
      voters_count: voters,
      decided_count: voted,
    }
  })
}
