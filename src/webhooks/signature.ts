import { createHmac } from 'node:crypto'
import { SECRET_PREFIX } from './webhook.ts'

/** A message to be sent: retries keep its id, but not its time. */
export type Signed = { message_id: string; at: Date; body: string }

const SECOND_MS = 1_000

/** The headers of Standard Webhooks 1.0, with one signature for each secret. */
export function signedHeaders({ message_id, at, body }: Signed, secrets: string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / SECOND_MS))
  const content = `${message_id}.${timestamp}.${body}`
  return {
    'webhook-id': message_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(content, secret)}`).join(' '),
  }
}

function signatureOf(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
