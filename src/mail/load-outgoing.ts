import type { Queryable } from '../db/sql.ts'
import { holdsBallot } from '../members/visits/visit.ts'
import type { Outgoing } from './outgoing.ts'
import { readOutgoing, toldEvent, toldOutcome, toldPoll } from './outgoing-store.ts'

/** A mail about to be sent, with its current facts. Null: it is gone. */
export async function loadOutgoing(db: Queryable, id: number): Promise<Outgoing | null> {
  const row = await readOutgoing(db, id)
  if (row === null) return null
  const { ballot, ...facts } = row
  return {
    ...facts,
    ballot_holder: holdsBallot(row, ballot),
    voted: ballot?.voted === true && !ballot.withdrawn,
    event: toldEvent(row.event),
    outcome: toldOutcome(row.outcome),
    poll: toldPoll(row.poll),
  }
}
