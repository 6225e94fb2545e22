import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** What a service that starts on this database will send: to whom, and what is waiting. */
export type Leaving = {
  /** Webhooks that are on. */
  webhooks: number
  /** Browsers that get notifications. */
  browsers: number
  deliveries: number
  mails: number
  notices: number
}

const leaving = sql<object, Leaving>(
  'leaving.count',
  `select (select count(*) from webhooks where disabled_at is null)::int as webhooks,
     (select count(*) from push_subscriptions)::int as browsers,
     (select count(*) from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.status = 'waiting' and w.disabled_at is null)::int as deliveries,
     (select count(*) from mails where status = 'waiting')::int as mails,
     (select count(*) from pushes)::int as notices`,
  {
    webhooks: is.integer,
    browsers: is.integer,
    deliveries: is.integer,
    mails: is.integer,
    notices: is.integer,
  },
)

const webhooksOff = sql(
  'leaving.webhooks_off',
  "update webhooks set disabled_at = now(), disabled_reason = 'by_hand' where disabled_at is null",
)

const noDeliveries = sql('leaving.no_deliveries', "delete from webhook_deliveries where status = 'waiting'")

// Their notifications go with them.
const noBrowsers = sql('leaving.no_browsers', 'delete from push_subscriptions')

// Discreet mails leave no trace.
const noDiscreet = sql('leaving.no_discreet_mails', "delete from mails where status = 'waiting' and discreet")
const noMails = sql(
  'leaving.no_mails',
  "update mails set status = 'dropped', last_error = null where status = 'waiting'",
)

export function findLeaving(db: Queryable): Promise<Leaving> {
  return leaving.one(db, {})
}

/** Switches all webhooks off, and no browser gets notifications. */
export async function cutOff(tx: Queryable): Promise<void> {
  for (const statement of [webhooksOff, noBrowsers]) await statement.run(tx, {})
}

/** Nothing waits to be sent any more. */
export async function dropWaiting(tx: Queryable): Promise<void> {
  for (const statement of [noDeliveries, noDiscreet, noMails]) await statement.run(tx, {})
}
