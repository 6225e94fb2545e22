import type { Act } from '../db/db.ts'
import { Conflict, NotFound, refuse } from '../errors.ts'
import { record } from '../events/record.ts'
import { checkOutcome } from './outcome.ts'
import { insertOutcome } from './outcomes-store.ts'
import { pollState } from './poll.ts'
import { lockPoll } from './polls-store.ts'

/**
 * Publishes what was made of a closed poll's result; published again it replaces what was said before, which is
 * kept. Returns its id. NotFound; Conflict when the poll is not closed; Invalid when nothing is said, or too much.
 */
export async function publishOutcome(
  { tx, actor }: Act,
  { poll_id, statement }: { poll_id: number; statement: string },
): Promise<number> {
  const locked = await lockPoll(tx, poll_id)
  if (locked === null) throw new NotFound()
  const { poll, now } = locked
  if (pollState(poll, now).is !== 'closed') throw new Conflict('poll_not_closed', 'This poll is not closed.')
  refuse(checkOutcome(statement))
  const author_id = actor.user_id ?? poll.author_id
  const { group_id, discussion_id } = poll
  const made = await insertOutcome(tx, { poll_id, group_id, author_id, statement, statement_format: 'md' })
  await record(tx, [
    {
      kind: made.earlier ? 'outcome_updated' : 'outcome_created',
      group_id,
      discussion_id,
      poll_id,
      subject_type: 'Outcome',
      subject_id: made.id,
      actor_id: actor.user_id,
      recipient_ids: [],
      recipient_message: null,
    },
  ])
  return made.id
}
