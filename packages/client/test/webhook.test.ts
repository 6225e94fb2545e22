import { verifyWebhook, WebhookError } from '@folkmoot/client'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { signedHeaders } from '../../../src/webhooks/signature.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two octets !!').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another one of thirty-two octets').toString('base64')}`
const AT = new Date('2026-11-21T12:00:00Z')
const BODY = JSON.stringify({ kind: 'poll_created', title: 'Grüße 👋', id: 7 })

const signed = (secrets = [SECRET], body = BODY, at = AT) =>
  signedHeaders({ message_id: 'msg_1', at, body }, secrets)
const after = (seconds: number) => ({ now: new Date(AT.getTime() + seconds * 1_000) })
const fault = (run: Promise<unknown>) =>
  run.then(
    () => 'none',
    (error: unknown) => (error instanceof WebhookError ? error.code : String(error)),
  )

test('a signed request is accepted, as text or bytes, with headers in any case', async () => {
  const expected = { kind: 'poll_created', title: 'Grüße 👋', id: 7 }
  const shouted = Object.fromEntries(
    Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]),
  )
  for (const headers of [signed(), shouted, new Headers(signed())])
    for (const body of [BODY, new TextEncoder().encode(BODY), Buffer.from(BODY)])
      expect(await verifyWebhook(body, headers, SECRET, after(1))).toEqual(expected)
})

test('a signature by another library of the standard is accepted too', async () => {
  const signature = new Webhook(SECRET).sign('msg_1', AT, BODY)
  const headers = { ...signed(), 'webhook-signature': signature }
  expect(await fault(verifyWebhook(BODY, headers, SECRET, after(0)))).toBe('none')
})

test('during a rotation either secret is accepted, on both sides', async () => {
  expect(await fault(verifyWebhook(BODY, signed([OTHER, SECRET]), SECRET, after(0)))).toBe('none')
  expect(await fault(verifyWebhook(BODY, signed([SECRET]), [OTHER, SECRET], after(0)))).toBe('none')
})

test('a changed request, or one signed with another secret, is refused', async () => {
  const headers = signed()
  const spoilt = (name: string, value: string) => ({ ...headers, [name]: value })
  const cases: [string, Record<string, string>, string][] = [
    [`${BODY} `, headers, SECRET],
    [BODY, headers, OTHER],
    [BODY, spoilt('webhook-id', 'msg_2'), SECRET],
    [BODY, spoilt('webhook-timestamp', String(AT.getTime() / 1_000 + 1)), SECRET],
    [BODY, spoilt('webhook-signature', 'v1,AAAA'), SECRET],
    [BODY, spoilt('webhook-signature', 'v1,%'), SECRET],
    [BODY, spoilt('webhook-signature', headers['webhook-signature']?.replace('v1,', 'v2,') ?? ''), SECRET],
  ]
  for (const [body, given, secret] of cases)
    expect(await fault(verifyWebhook(body, given, secret, after(0)))).toBe('signature_wrong')
})

test('a timestamp outside the tolerance is refused', async () => {
  const at = (seconds: number, tolerance_seconds?: number) =>
    fault(
      verifyWebhook(BODY, signed(), SECRET, {
        ...after(seconds),
        ...(tolerance_seconds === undefined ? {} : { tolerance_seconds }),
      }),
    )
  expect([await at(300), await at(301), await at(-300), await at(-301)]).toEqual([
    'none',
    'too_old',
    'none',
    'too_new',
  ])
  expect([await at(301, 600), await at(20, 10)]).toEqual(['none', 'too_old'])
})

test('a missing secret is reported by its name, and so are headers and body', async () => {
  // As from a missing environment variable, in JavaScript.
  const missing = undefined as unknown as string
  const told = (...args: [string, Record<string, string>, string | string[]]) =>
    fault(verifyWebhook(...args, after(0)))
  const secret = /^TypeError: secret must be the secret of a webhook, such as whsec_…; it is undefined/
  expect(await told(BODY, signed(), missing)).toMatch(secret)
  expect(await told(BODY, signed(), [SECRET, missing])).toMatch(secret)
  expect(await told(BODY, signed(), [])).toMatch(/^TypeError: secret must be/)
  expect(await told(missing, signed(), SECRET)).toMatch(/^TypeError: body must be the raw request body/)
  expect(await told(BODY, missing as never, SECRET)).toMatch(/^TypeError: headers must be/)
})

test('missing headers, a body that is not JSON and an invalid secret have different errors', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    expect(await fault(verifyWebhook(BODY, { ...signed(), [name]: undefined }, SECRET, after(0)))).toBe(
      'headers_missing',
    )
  expect(await fault(verifyWebhook('no', signed([SECRET], 'no'), SECRET, after(0)))).toBe('body_wrong')
  expect(await fault(verifyWebhook(BODY, signed(), 'whsec_', after(0)))).toMatch(/^TypeError/)
})
