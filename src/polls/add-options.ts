import type { Act } from '../db/db.ts'
import { Conflict, NotFound, problem, refuse } from '../errors.ts'
import { rewritten } from '../events/field-change.ts'
import { hasVotes } from './ballots/electorate-store.ts'
import { hasCosts } from './counts/methods.ts'
import { pollState } from './poll.ts'
import { checkAdded, placeOptions } from './poll-option.ts'
import { insertOptions, lockPoll, markChanged, pollOptions } from './polls-store.ts'
import { recordOfPoll } from './record-poll.ts'
import { pollType } from './types/index.ts'

/**
 * Adds options to a draft or an open poll. Earlier ballots leave them unanswered: in an anonymous poll that
 * would distinguish them from later ones, so the first vote ends adding. NotFound; Conflict `poll_closed`,
 * `poll_anonymous`; Invalid when a name is blank, too long or exists already, or the type has fixed options;
 * once voting is open, also if voters get receipts for the options there are, or each option has a cost.
 */
export async function addOptions(act: Act, poll_id: number, names: string[]): Promise<void> {
  const locked = await lockPoll(act.tx, poll_id)
  if (locked === null) throw new NotFound()
  const { poll, now } = locked
  if (pollState(poll, now).is === 'closed') throw new Conflict('poll_closed.stays')
  if (poll.anonymous && (await hasVotes(act.tx, poll_id))) throw new Conflict('poll_anonymous.options')
  const present = await pollOptions(act.tx, poll_id)
  if (names.length === 0) refuse([problem('options', 'blank')])
  if (pollType(poll.poll_type).allowed_options !== null)
    refuse([problem('options', 'options_fixed', { poll_type: poll.poll_type })])
  if (pollState(poll, now).is === 'open' && (poll.receipts || hasCosts(poll)))
    refuse([problem('options', 'frozen')])
  const known = present.map((option) => option.name)
  refuse(checkAdded(poll.poll_type, known, names))
  await insertOptions(act.tx, poll_id, placeOptions(poll.poll_type, present, names))
  await markChanged(act.tx, poll_id)
  await recordOfPoll(act, poll, {
    kind: 'poll_edited',
    changes: [rewritten('options')],
    created_at: now,
  })
}
