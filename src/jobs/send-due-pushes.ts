import { pushes } from '../metrics/meter.ts'
import { type Pusher, sendNextPush } from '../push/send-push.ts'
import type { JobLog } from './job-loop.ts'

const MOST_AT_ONCE = 8

/** Sends all notices that are due, several at once. Returns how many were sent. */
export async function sendDuePushes(
  pusher: Pusher,
  log: JobLog,
  stopped: () => boolean = () => false,
): Promise<number> {
  const lanes = Array.from({ length: MOST_AT_ONCE }, () => sendUntilNone(pusher, log, stopped))
  const results = await Promise.allSettled(lanes)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}

async function sendUntilNone(pusher: Pusher, log: JobLog, stopped: () => boolean): Promise<number> {
  let sent = 0
  while (!stopped()) {
    const { outcome, status } = await sendNextPush(pusher)
    if (outcome === 'none') return sent
    if (outcome !== 'waits') pushes.inc({ outcome })
    if (outcome === 'sent') sent += 1
    // Neither the address at the push service nor the person: both are secrets.
    if (outcome === 'refused' && status !== undefined)
      log.warn({ status }, 'push service rejected a notification')
  }
  return sent
}
