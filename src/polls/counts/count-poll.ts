import type { Act } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { isFinal, type Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { lockPoll, pollOptions } from '../polls-store.ts'
import { ballotsToCount } from './ballots-to-count.ts'
import { countApart } from './count-apart.ts'
import type { CountedText } from './count-text.ts'
import { groupedBallots, storeCount } from './counts-store.ts'
import { methodOf } from './methods.ts'

/** Large elections take longer than the database lets a transaction be idle. */
const PATIENCE = "set local idle_in_transaction_session_timeout = '10min'"

/** Counts a poll that was closed then, and stores the result: it stays as it is. */
export async function countClosing({ tx }: Pick<Act, 'tx'>, poll: Poll, closed_at: Date): Promise<void> {
  if (methodOf(poll) !== null) await tx.query(PATIENCE)
  const counted = await countNow(tx, poll, await pollOptions(tx, poll.id))
  const elected = (counted?.elected ?? []).map((place) => place + 1)
  await storeCount(tx, { id: poll.id, closed_at, elected, counted: counted?.text ?? null })
}

/** Counts a closed poll that was not counted when it closed: by an earlier release. */
export async function countLate(act: Act, id: number): Promise<void> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null || !isFinal(locked.poll, locked.now)) return
  const { closed_at } = locked.poll
  if (closed_at !== null) await countClosing(act, locked.poll, closed_at)
}

/** The count of the ballots as they are. Null: there is nothing to count. */
export async function countNow(
  db: Queryable,
  poll: Poll,
  options: PollOption[],
): Promise<CountedText | null> {
  if (methodOf(poll) === null) return null
  const asked = ballotsToCount(poll, options, await groupedBallots(db, poll))
  return asked === null ? null : countApart(asked)
}
