import { type Queryable, sql } from '../../db/sql.ts'
import type { PollOption } from '../poll-option.ts'

const keep = sql<{ event_id: number; slots: number[]; meanings: (string | null)[] }>(
  'earlier_meanings.keep',
  `insert into earlier_meanings (event_id, slot, meaning)
   select :event_id::bigint, m.slot, m.meaning from unnest(:slots::smallint[], :meanings::text[]) as m(slot, meaning)`,
)

/** Stores the descriptions of these options before the edit that this event records. */
export async function keepEarlierMeanings(
  tx: Queryable,
  event_id: number,
  options: Pick<PollOption, 'slot' | 'meaning'>[],
): Promise<void> {
  await keep.run(tx, {
    event_id,
    slots: options.map(({ slot }) => slot),
    meanings: options.map(({ meaning }) => meaning),
  })
}
