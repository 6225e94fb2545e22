import { deliveries } from '../metrics/meter.ts'
import { type Messenger, sendDelivery, takeDelivery } from '../webhooks/send-delivery.ts'
import { describeError, type JobLog } from './job-loop.ts'

/** Concurrent requests of one process: none of them holds a database connection. */
const MOST_AT_ONCE = 32
/** Of these, to one webhook: hanging ones leave room for others. */
const MOST_OF_ONE = 8

/** This process's webhook deliveries in flight. */
export type Deliveries = {
  /** Sends all that is due. Returns while the last ones are in flight: one that hangs delays no later one. */
  send(stopped: () => boolean): Promise<void>
  /** Resolves when nothing is in flight. Returns how many have finished since the start. */
  landed(): Promise<number>
}

/** `roomAgain`: called when a request ends whose webhook had used its whole share. */
export function openDeliveries(
  messenger: Messenger,
  log: JobLog,
  roomAgain: () => void = () => undefined,
): Deliveries {
  /** Each with its webhook's id. */
  const flying = new Map<Promise<void>, number>()
  let arrived = 0

  /** Webhooks that have used their share of requests. */
  const full = () =>
    [...Map.groupBy(flying.values(), (webhook_id) => webhook_id)]
      .filter(([, flights]) => flights.length >= MOST_OF_ONE)
      .map(([webhook_id]) => webhook_id)

  const fly = async (taken: NonNullable<Awaited<ReturnType<typeof takeDelivery>>>) => {
    const { id: delivery_id, webhook_id } = taken
    const about = { delivery_id, webhook_id }
    try {
      const tried = await sendDelivery(messenger, taken)
      if (tried.outcome === 'none') return
      const { outcome, answer } = tried
      const failed = { ...about, answer_status: answer.status, reason: answer.error }
      deliveries.inc({ outcome })
      if (outcome === 'sent') arrived += 1
      if (outcome === 'waiting') log.warn(failed, 'webhook delivery failed; will retry')
      if (outcome === 'failed') log.warn(failed, 'webhook delivery failed permanently')
    } catch (error) {
      // Its lease expires, and it is sent again: the receiver can detect that.
      log.error({ ...about, ...describeError(error) }, 'could not record the delivery result')
    }
  }

  return {
    send: async (stopped) => {
      while (!stopped()) {
        const taken = await takeDelivery(messenger, full())
        if (taken === null) return
        const { webhook_id } = taken
        const flight: Promise<void> = fly(taken).finally(() => {
          const had_its_share = full().includes(webhook_id)
          flying.delete(flight)
          if (had_its_share) roomAgain()
        })
        flying.set(flight, webhook_id)
        if (flying.size >= MOST_AT_ONCE) await Promise.race(flying.keys())
      }
    },
    landed: async () => {
      while (flying.size > 0) await Promise.all(flying.keys())
      return arrived
    },
  }
}
