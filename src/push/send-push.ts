import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { LEASE_MS } from '../db/due-rows.ts'
import { loadWaitingCount } from '../members/load-home.ts'
import { tellingOf } from '../notifications/telling-rows.ts'
import { sendPost } from '../webhooks/send-post.ts'
import { makeRequest } from './make-request.ts'
import { isWanted, judgePush, type Push, payloadOf, type Verdict } from './push.ts'
import { claimPush, findPush, putBackPush, removePush, retryPush } from './pushes-store.ts'
import { forgetSubscription, restSubscription } from './subscriptions-store.ts'

/** The sender of notices. `limit_ms`: the time limit of one complete request. */
export type Pusher = {
  db: Db
  config: Pick<Config, 'public_url' | 'mail_from' | 'outbound_allow'>
  limit_ms?: number
}

/**
 * The result of a try. `dropped`: it was not worth sending any more. `waits`: its push service rests.
 * `status`: what the push service answered, unless who is concerned must not be written down.
 */
export type Pushed = { outcome: 'none' | 'dropped' | 'waits' | Verdict['is']; status?: number | null }

/** Push services answer at once; a browser may name any other address. */
const LIMIT_MS = 5_000

/** Claims one notice that is due and sends it, unless it is outdated. */
export async function sendNextPush(pusher: Pusher): Promise<Pushed> {
  const { db } = pusher
  const claimed = await claimPush(db.pool, LEASE_MS)
  if (claimed === null) return { outcome: 'none' }
  const row = await findPush(db.pool, claimed.id)
  if (row === null) return { outcome: 'dropped' }
  const push: Push = { ...row, ...tellingOf(row) }
  const keys = await db.push_keys()
  if (!isWanted(push, keys.public_key)) {
    await removePush(db.pool, push.id)
    return { outcome: 'dropped' }
  }
  if (push.resting) {
    await putBackPush(db.pool, push.id)
    return { outcome: 'waits' }
  }
  const payload = payloadOf(push, await loadWaitingCount(db.pool, push.user_id))
  const request = await makeRequest(push, payload, { keys, config: pusher.config })
  const { outbound_allow: allowed } = pusher.config
  const answer = await sendPost(request, { allowed, limit_ms: pusher.limit_ms ?? LIMIT_MS })
  const verdict = judgePush(answer, { attempts: claimed.attempts, chance: Math.random() })
  await settle(pusher, push, verdict)
  return { outcome: verdict.is, ...(push.discreet ? {} : { status: answer.status }) }
}

/** Records the result. A discreet notice leaves no trace beside its own row. */
async function settle(
  { db }: Pusher,
  { id, discreet, subscription_id }: Push,
  verdict: Verdict,
): Promise<void> {
  if (verdict.is === 'retry') {
    await retryPush(db.pool, id, verdict.pause_ms)
    if (!discreet) await restSubscription(db.pool, subscription_id, verdict.pause_ms)
    return
  }
  if (verdict.is === 'gone') await forgetSubscription(db.pool, subscription_id)
  await removePush(db.pool, id)
}
