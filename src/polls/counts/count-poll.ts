import { isDeepStrictEqual } from 'node:util'
import type { Act } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { isFinal, type Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { lockPoll, pollOptions } from '../polls-store.ts'
import { ballotsToCount } from './ballots-to-count.ts'
import { countApart } from './count-apart.ts'
import { type CountedText, countedText, readCountText } from './count-text.ts'
import type { CountedBallots } from './counting.ts'
import { groupedBallots, keptCount, storeCount } from './counts-store.ts'
import { isCounted } from './elected.ts'
import { methodOf } from './methods.ts'

/** Large elections take longer than the database lets a transaction be idle. */
const PATIENCE = "set local idle_in_transaction_session_timeout = '10min'"

/** Counts a poll that was closed then, and stores the result: it stays as it is. */
export async function countClosing({ tx }: Pick<Act, 'tx'>, poll: Poll, closed_at: Date): Promise<void> {
  if (methodOf(poll) !== null) await tx.query(PATIENCE)
  await store(tx, { id: poll.id, closed_at }, await countNow(tx, poll, await pollOptions(tx, poll.id)))
}

async function store(
  tx: Queryable,
  closing: { id: number; closed_at: Date },
  counted: CountedText | null,
): Promise<void> {
  const elected = (counted?.elected ?? []).map((place) => place + 1)
  await storeCount(tx, {
    ...closing,
    elected,
    by_lot: counted?.by_lot ?? false,
    counted: counted?.text ?? null,
  })
}

/** Counts a closed poll that was not counted when it closed: by an earlier release. */
export async function countLate(act: Act, id: number): Promise<void> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null || !isFinal(locked.poll, locked.now)) return
  const { closed_at } = locked.poll
  if (closed_at !== null) await countClosing(act, locked.poll, closed_at)
}

/**
 * Stores whether a lot decided a poll that an earlier release counted: as counting again shows, or, if that
 * gives another count, as far as the stored one tells.
 */
export async function markLate({ tx }: Pick<Act, 'tx'>, id: number): Promise<void> {
  const locked = await lockPoll(tx, id)
  if (locked === null || !isCounted(locked.poll) || locked.poll.elected_by_lot !== null) return
  const { poll } = locked
  const { closed_at } = poll
  if (closed_at === null) return
  await tx.query(PATIENCE)
  const kept = await keptCount(tx, id)
  const again = kept === null ? null : await countNow(tx, poll, await pollOptions(tx, id))
  await store(tx, { id, closed_at }, kept === null ? null : marked(kept, again))
}

function marked(kept: string, again: CountedText | null): CountedText | null {
  const stored = readCountText(kept)
  const is_same =
    again !== null && isDeepStrictEqual(withoutLots(stored), withoutLots(readCountText(again.text)))
  return is_same ? again : countedText(stored)
}

function withoutLots({ count: { by_lot: _, unnamed_tie: __, ...count }, others }: CountedBallots): object {
  return { count, others: others.map(({ method, elected }) => ({ method, elected })) }
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
