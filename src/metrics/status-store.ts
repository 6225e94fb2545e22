import { type Fields, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** The content of the database, and recent failures. */
export type Holdings = {
  /** The version of the server. */
  postgresql: string
  bytes: number
  groups: number
  people: number
  polls: number
  open_polls: number
  /** Permanently rejected in the last day. */
  failed_mails: number
  /** Webhooks whose last request failed. */
  failing_webhooks: number
  /** Anonymous polls, open or not counted, whose keys are missing. */
  missing_keys: number
  /** Events that failed, and wait for the operator to retry them. */
  events_set_aside: number
}

const HOLDINGS_ROW: Fields<Holdings> = {
  postgresql: is.text,
  bytes: is.integer,
  groups: is.integer,
  people: is.integer,
  polls: is.integer,
  open_polls: is.integer,
  failed_mails: is.integer,
  failing_webhooks: is.integer,
  missing_keys: is.integer,
  events_set_aside: is.integer,
}

const holdings = sql<object, Holdings>(
  'status.holdings',
  `select current_setting('server_version') as postgresql, pg_database_size(current_database()) as bytes,
     (select count(*) from groups)::int as groups,
     (select count(*) from users where not bot)::int as people,
     (select count(*) from polls where discarded_at is null)::int as polls,
     (select count(*) from polls where discarded_at is null and closed_at is null and closing_at > now())::int as open_polls,
     (select count(*) from mails where status = 'failed' and created_at > now() - interval '1 day')::int as failed_mails,
     (select count(*) from webhooks where failing_since is not null)::int as failing_webhooks,
     (select count(*) from polls where urn_key is not null and sealed_at is null and key_missing_at is not null)::int
       as missing_keys,
     (select count(*) from events where set_aside_at between '-infinity' and 'infinity')::int as events_set_aside`,
  HOLDINGS_ROW,
)

export function findHoldings(on: Queryable): Promise<Holdings> {
  return holdings.one(on, {})
}
