import { sendNextMail } from '../mail/send-mail.ts'
import type { Sender } from '../mail/sender.ts'
import { MOST_AT_ONCE } from '../mail/transport.ts'
import { mails } from '../metrics/meter.ts'
import type { JobLog } from './job-loop.ts'

/** Sends all due mails, several at once. Returns how many were sent. */
export async function sendDueMails(
  sender: Sender,
  log: JobLog,
  stopped: () => boolean = () => false,
): Promise<number> {
  const lanes = Array.from({ length: MOST_AT_ONCE }, () => sendUntilNone(sender, log, stopped))
  const results = await Promise.allSettled(lanes)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}

async function sendUntilNone(sender: Sender, log: JobLog, stopped: () => boolean): Promise<number> {
  let sent = 0
  while (!stopped()) {
    const result = await sendNextMail(sender)
    if (result.outcome === 'none') return sent
    mails.inc({ outcome: result.outcome })
    if (result.outcome === 'sent') sent += 1
    // The recipient of a discreet mail is not written down anywhere.
    if ('code' in result && !result.discreet) {
      log.warn(
        { mail_id: result.id, code: result.code },
        result.outcome === 'retry' ? 'email not accepted; will retry' : 'email permanently rejected',
      )
    }
  }
  return sent
}
