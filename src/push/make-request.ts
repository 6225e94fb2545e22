import type { Config } from '../config.ts'
import type { PushKeys } from '../db/keys/push-keys.ts'
import type { Post } from '../webhooks/send-post.ts'
import { handlingOf, type Payload, type Push, topicOf } from './push.ts'

type Told = { keys: PushKeys; config: Pick<Config, 'public_url' | 'mail_from'> }

const ENCODING = 'aes128gcm'

/**
 * The request to a push service: encrypted for the browser (RFC 8291), and signed by the service (RFC 8292).
 * The library is loaded with the first one.
 */
export async function makeRequest(push: Push, payload: Payload, { keys, config }: Told): Promise<Post> {
  const { default: library } = await import('web-push')
  const { endpoint, browser_key, auth } = push
  const { ttl_s, urgency } = handlingOf(push)
  const { headers, body } = library.generateRequestDetails(
    { endpoint, keys: { p256dh: browser_key.toString('base64url'), auth: auth.toString('base64url') } },
    JSON.stringify(payload),
    {
      TTL: ttl_s,
      urgency,
      topic: topicOf({ auth, tag: payload.tag }),
      contentEncoding: ENCODING,
    },
  )
  const { Authorization } = library.getVapidHeaders(
    new URL(endpoint).origin,
    contactOf(config),
    keys.public_key,
    keys.private_key,
    ENCODING,
  )
  const { 'Content-Length': _, ...rest } = headers
  const texts = Object.entries({ ...rest, Authorization }).map(([name, value]) => [name, String(value)])
  return { url: endpoint, headers: Object.fromEntries(texts), body: body ?? Buffer.alloc(0) }
}

/** Whom a push service may turn to. */
function contactOf({ public_url, mail_from }: Told['config']): string {
  return public_url.startsWith('https:') ? public_url : `mailto:${mail_from.address}`
}
