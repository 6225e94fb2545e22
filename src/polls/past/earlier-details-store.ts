import { type Queryable, sql } from '../../db/sql.ts'
import type { Poll } from '../poll.ts'

type Earlier = Pick<Poll, 'details' | 'details_format'> & { event_id: number }

const keep = sql<Earlier>(
  'earlier_details.keep',
  'insert into earlier_details (event_id, details, details_format) values (:event_id, :details, :details_format)',
)

/** Stores the details of a poll before the edit that this event records. */
export async function keepEarlierDetails(tx: Queryable, earlier: Earlier): Promise<void> {
  await keep.run(tx, earlier)
}
