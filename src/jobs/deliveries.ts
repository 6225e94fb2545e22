import { count } from '../metrics/meter.ts'
import { type Messenger, sendDelivery, takeDelivery } from '../webhooks/send-delivery.ts'
import { describeError, type JobLog } from './job-loop.ts'

/** Requests under way at once in one process: none of them holds a connection of the database. */
const MOST_AT_ONCE = 32

/** The deliveries to webhooks that are on their way from this process. */
export type Deliveries = {
  /** Sends all that is due. Returns while the last of it is on its way: one that hangs holds up nothing that comes. */
  send(stopped: () => boolean): Promise<void>
  /** Resolves when nothing is on its way. Returns how many have arrived since the start. */
  landed(): Promise<number>
}

/** `landed`: called whenever one has come to its end: another one of its webhook may go. */
export function openDeliveries(
  messenger: Messenger,
  log: JobLog,
  landed: () => void = () => undefined,
): Deliveries {
  const flying = new Set<Promise<void>>()
  let arrived = 0

  const fly = async (taken: NonNullable<Awaited<ReturnType<typeof takeDelivery>>>) => {
    const { id: delivery_id, webhook_id } = taken
    const about = { delivery_id, webhook_id }
    try {
      const { outcome } = await sendDelivery(messenger, taken)
      if (outcome !== 'none') count('deliveries', outcome)
      if (outcome === 'sent') arrived += 1
      if (outcome === 'waiting') log.warn(about, 'a webhook took nothing; tried again later')
      if (outcome === 'failed') log.warn(about, 'a delivery to a webhook failed for good')
    } catch (error) {
      // Its lease ends, and it is sent once more: the receiver can tell.
      log.error({ ...about, ...describeError(error) }, 'what came of a delivery could not be written down')
    }
  }

  return {
    send: async (stopped) => {
      while (!stopped()) {
        const taken = await takeDelivery(messenger)
        if (taken === null) return
        const flight: Promise<void> = fly(taken).finally(() => {
          flying.delete(flight)
          landed()
        })
        flying.add(flight)
        if (flying.size >= MOST_AT_ONCE) await Promise.race(flying)
      }
    },
    landed: async () => {
      while (flying.size > 0) await Promise.all(flying)
      return arrived
    },
  }
}
