import type { Queryable } from '../db/sql.ts'
import { maySeePoll } from '../members/visits/visit.ts'
import { readOutcomeMails } from './notice-reads.ts'
import { mailFor } from './recipients.ts'
import { readInformed } from './withdrawal-reads.ts'

/** How many people get a mail if this person reopens the poll now: those who know its outcome by mail. */
export async function loadWithdrawalReach(
  db: Queryable,
  { poll_id, actor_id }: { poll_id: number; actor_id: number },
): Promise<number> {
  const { times } = await readOutcomeMails(db, poll_id)
  const losing = new Set(times.map(({ user_id }) => user_id))
  const event = { kind: 'poll_reopened', actor_id } as const
  const told = (await readInformed(db, poll_id)).filter(
    ({ ballot, ...person }) =>
      maySeePoll(person, ballot) &&
      mailFor(event, { ...person, mentioned: false, loses_time: losing.has(person.user_id) }) !== null,
  )
  return told.length
}
