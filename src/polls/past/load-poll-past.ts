import type { Queryable } from '../../db/sql.ts'
import { type History, historyPage, MOST_READ } from '../../discussions/comments/history.ts'
import { userFromJson } from '../../users/user.ts'
import { outcomeFromJson } from '../outcomes/outcome.ts'
import type { Poll } from '../poll.ts'
import { readEdited, readEdits, readWithdrawnOutcomes } from './past-reads.ts'
import { NO_PAST, type PastEdit, type PollPast } from './poll-past.ts'

/** A page shows no more outcomes of earlier closings. */
const MOST_WITHDRAWN = 5
/** Of a poll whose settings have never changed. */
const FIRST_VERSION = 1

/** What the page of this poll says about its past, to all who may see the poll. */
export async function loadPollPast(
  db: Queryable,
  { id, version, opened_at }: Pick<Poll, 'id' | 'version' | 'opened_at'>,
): Promise<PollPast> {
  if (version === FIRST_VERSION || opened_at === null) return NO_PAST
  const [withdrawn, edited] = await Promise.all([
    readWithdrawnOutcomes(db, id, MOST_WITHDRAWN),
    readEdited(db, { poll_id: id, opened_at }),
  ])
  return {
    edited,
    withdrawn: withdrawn.map(({ outcome, author, withdrawn_at }) => ({
      outcome: outcomeFromJson(outcome),
      author: userFromJson(author),
      withdrawn_at,
    })),
  }
}

/** The edits since voting opened: a page of them, after the newest `from`. */
export async function loadPollEdits(
  db: Queryable,
  { id, opened_at }: Pick<Poll, 'id' | 'opened_at'>,
  from: number,
): Promise<History<PastEdit>> {
  if (opened_at === null) return { versions: [], older: null }
  const rows = await readEdits(db, { poll_id: id, opened_at, from, most: MOST_READ })
  const edits = rows.map(({ editor, ...row }) => ({
    ...row,
    editor: editor === null ? null : userFromJson(editor),
  }))
  return historyPage(edits, from)
}
