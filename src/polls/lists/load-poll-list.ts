import type { Queryable } from '../../db/sql.ts'
import type { Page } from '../../groups/load-people.ts'
import { type User, userFromJson } from '../../users/user.ts'
import type { Poll } from '../poll.ts'
import { pollFromJson } from '../poll-rows.ts'
import { type PollListPage, readPollList } from './poll-list-reads.ts'

export type { PollListPage, PollsIn } from './poll-list-reads.ts'

/** A poll in a list: facts for everyone who may see it, and the state of the reader's own ballot. */
export type ListedPoll = {
  poll: Poll
  author: User
  voters_count: number
  decided_count: number
  has_options: boolean
  /** Null: the reader has no ballot. */
  own: { voted: boolean } | null
}

/** A page of a group's polls in one state, for a member. */
export async function loadPollList(db: Queryable, { per, ...ask }: PollListPage): Promise<Page<ListedPoll>> {
  const rows = await readPollList(db, { ...ask, per: per + 1 })
  const items = rows.slice(0, per).map(({ poll, author, voters, voted, ...row }) => ({
    poll: pollFromJson(poll),
    author: userFromJson(author),
    voters_count: voters,
    decided_count: voted,
    ...row,
  }))
  return { items, more: rows.length > per }
}
