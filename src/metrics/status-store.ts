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
  /** Permanently rejected, or given up, in the last day. */
  failed_mails: number
  /** How long the oldest mail that was never tried has been due, in seconds. */
  untried_mails_s: number
  /** Webhooks whose last request failed, except those turned off by hand. */
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
  untried_mails_s: is.number,
  failing_webhooks: is.integer,
  missing_keys: is.integer,
  events_set_aside: is.integer,
}

// Mails are given up a day after they were created; each attempt makes them due a minute later.
const FAILED_LATELY = "status = 'failed' and due_at > now() - interval '1 day'"

/** Whether a webhook fails, and nobody has turned it off since. */
const NEEDS_ATTENTION = "failing_since is not null and disabled_reason is distinct from 'by_hand'"

const holdings = sql<object, Holdings>(
  'status.holdings',
  `select current_setting('server_version') as postgresql, pg_database_size(current_database()) as bytes,
     (select count(*) from groups)::int as groups,
     (select count(*) from users where not bot)::int as people,
     (select count(*) from polls where discarded_at is null)::int as polls,
     (select count(*) from polls where discarded_at is null and closed_at is null and closing_at > now())::int as open_polls,
     (select count(*) from mails where ${FAILED_LATELY})::int as failed_mails,
     (select coalesce(greatest(0, extract(epoch from now() - min(due_at))), 0)::float8 from mails
       where status = 'waiting' and attempts = 0) as untried_mails_s,
     (select count(*) from webhooks where ${NEEDS_ATTENTION})::int as failing_webhooks,
     (select count(*) from polls where urn_key is not null and sealed_at is null and key_missing_at is not null)::int
       as missing_keys,
     (select count(*) from events where set_aside_at between '-infinity' and 'infinity')::int as events_set_aside`,
  HOLDINGS_ROW,
)

export function findHoldings(on: Queryable): Promise<Holdings> {
  return holdings.one(on, {})
}

/** A group that a person administers, and what its pages show of the service's problems. */
export type TroubledGroup = {
  handle: string
  name: string
  parent: { name: string } | null
  mails_waiting: boolean
  mails_failed: boolean
  webhooks_failing: boolean
}

export type GroupTrouble = 'mails_waiting' | 'mails_failed' | 'webhooks_failing'

// As in the outbox of a group, without mails that would show who has not voted.
const troubled = sql<{ user_id: number; most: number }, TroubledGroup>(
  'status.troubled',
  `select g.handle, g.name,
     (select json_build_object('name', parent.name) from groups parent where parent.id = g.parent_id) as parent,
     w.mails_waiting, w.mails_failed, w.webhooks_failing
   from memberships m join groups g on g.id = m.group_id cross join lateral (
     select exists (select from mails where group_id = g.id and status = 'waiting' and not discreet) as mails_waiting,
       exists (select from mails where group_id = g.id and not discreet and ${FAILED_LATELY}) as mails_failed,
       exists (select from webhooks where group_id = g.id and ${NEEDS_ATTENTION}) as webhooks_failing) w
   where m.user_id = :user_id and m.admin and m.accepted_at is not null and m.revoked_at is null
     and g.suspended_at is null and g.deleted_at is null and (w.mails_waiting or w.mails_failed or w.webhooks_failing)
   order by g.name, g.id limit :most`,
  {
    handle: is.text,
    name: is.text,
    parent: is.nullable(is.jsonOf({ name: is.text })),
    mails_waiting: is.flag,
    mails_failed: is.flag,
    webhooks_failing: is.flag,
  },
)

/** The first of a person's groups in which mails wait or failed, or webhooks fail. */
export function findTroubledGroups(
  on: Queryable,
  ask: { user_id: number; most: number },
): Promise<TroubledGroup[]> {
  return troubled.all(on, ask)
}
