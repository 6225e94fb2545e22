import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { PRESENTED_KEY_ROW, type PresentedKey } from '../../keys/api-key.ts'
import { KEY_FACTS } from '../../keys/key-reads.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { POLL_OPTION_ROW, POLL_ROW } from '../poll-rows.ts'

/** A poll, and the SHA-256 of the API key presented with it. */
export type RulesAsk = { hash: Buffer; ref: Ref }

/** `written` changes whenever a row that was read is written: xmin is the last transaction that wrote it. */
export type RulesRow = {
  now: Date
  key: JsonOf<PresentedKey> | null
  key_written: string | null
  poll: JsonOf<Poll> | null
  poll_written: string | null
  options: PollOption[]
}

const RULES_ROW: Fields<RulesRow> = {
  now: is.instant,
  key: is.nullable(is.jsonOf(PRESENTED_KEY_ROW)),
  key_written: is.nullable(is.text),
  poll: is.nullable(is.jsonOf(POLL_ROW)),
  poll_written: is.nullable(is.text),
  options: is.jsonListOf(POLL_OPTION_ROW),
}

// As JSON, and with a limit: see polls.show. `written` has the same form as in cast_votes.
const asked = sql<{ asks: string }, RulesRow>(
  'ballots.rules',
  `select now() as now, ${KEY_FACTS.replace(':hash', 'a.hash')} as key,
     (select format('%s %s', s.xmin, k.xmin) from key_secrets s join api_keys k on k.id = s.api_key_id
      where s.hash = a.hash) as key_written,
     row_to_json(p) as poll, p.written as poll_written,
     (select coalesce(json_agg(o order by o.priority, o.slot), '[]') from poll_options o where o.poll_id = p.id) as options
   from rows from (json_to_recordset(:asks::json) as (hash bytea, id bigint, key text))
     with ordinality as a(hash, id, key, place)
   left join lateral (
     select *, polls.xmin::text as written from polls
     where id = coalesce(a.id, (select id from polls where key = a.key)) and discarded_at is null
     limit 1
   ) p on true
   order by a.place`,
  RULES_ROW,
)

/** For each ask, in order: the key, and the poll with its options. */
export function readRules(db: Queryable, asks: RulesAsk[]): Promise<RulesRow[]> {
  return asked.all(db, {
    asks: JSON.stringify(asks.map(({ hash, ref }) => ({ hash: `\\x${hash.toString('hex')}`, ...ref }))),
  })
}
