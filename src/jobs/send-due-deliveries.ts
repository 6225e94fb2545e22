import { type Messenger, sendDelivery, takeDelivery } from '../webhooks/send-delivery.ts'
import type { JobLog } from './job-loop.ts'
import { inLanes, inTurn } from './lanes.ts'

/** Requests under way at once in one process. */
const MOST_AT_ONCE = 8

/** Sends all deliveries to webhooks that are due, several at once. Returns how many arrived. */
export function sendDueDeliveries(
  messenger: Messenger,
  log: JobLog,
  stopped: () => boolean = () => false,
): Promise<number> {
  const turn = inTurn()
  const take = () => turn(async () => (stopped() ? null : takeDelivery(messenger)))
  return inLanes(MOST_AT_ONCE, () => sendUntilNone(messenger, log, take))
}

async function sendUntilNone(
  messenger: Messenger,
  log: JobLog,
  take: () => ReturnType<typeof takeDelivery>,
): Promise<number> {
  let sent = 0
  for (let taken = await take(); taken !== null; taken = await take()) {
    const told = await sendDelivery(messenger, taken)
    if (told.outcome === 'sent') sent += 1
    else if (told.outcome !== 'none') {
      const { id: delivery_id, webhook_id } = told
      log.warn(
        { delivery_id, webhook_id },
        told.outcome === 'waiting'
          ? 'a webhook took nothing; tried again later'
          : 'a delivery failed for good',
      )
    }
  }
  return sent
}
