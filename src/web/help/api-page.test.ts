import { expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { everyRow } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { WEBHOOK_KINDS } from '../../webhooks/webhook.ts'

test('the page of the API contains the reader’s group and the prefix of their key', async () => {
  const at = await openGroupWorld()
  const { key } = await keyFor(at.world)
  const before = await everyRow(at.world)
  const own = decoded((await at.get('/help/api', 'ada')).body)
  expect(own).toContain('--group mill-lane')
  expect(own).toContain(`Bearer ${key.slice(0, 10)}…`)
  expect(own).not.toContain(key)
  expect(own).toContain('/g/mill-lane/keys')
  expect((await at.get('/help/api?group=mill-lane', 'ada')).headers['cache-control']).toBe('no-store')
  const member = (await at.get('/help/api', 'ben')).body
  expect(member).toContain('--group mill-lane')
  for (const who of ['ben', 'cleo', 'gone', 'stranger', 'outsider'] as const)
    expect((await at.get('/help/api?group=mill-lane', who)).body).not.toContain(key.slice(0, 10))
  for (const who of ['cleo', 'gone', 'stranger', 'outsider'] as const)
    expect((await at.get('/help/api?group=mill-lane', who)).body).not.toContain('--group mill-lane')
  expect(await everyRow(at.world)).toEqual(before)
})

test('the page says step by step how to check the signature of a webhook', async () => {
  const at = await openGroupWorld()
  const page = decoded((await at.get('/help/api', 'stranger')).body)
  const [, section = ''] = page.split('id="webhooks"')
  const steps = /<ol>(.*?)<\/ol>/s.exec(section)?.[1] ?? ''
  expect(steps.match(/<li>/g)).toHaveLength(4)
  for (const part of ['whsec_', 'ID.TIMESTAMP.BODY', 'HMAC-SHA256', 'webhook-signature'])
    expect(steps).toContain(part)
})

test('a list of fixed values names them all', async () => {
  const at = await openGroupWorld()
  const page = decoded((await at.get('/help/api', 'stranger')).body)
  const [, call = ''] = page.split('id="createWebhook"')
  const values = /Each is one of (.*?)<\/p>/s.exec(call)?.[1] ?? ''
  expect(values.split(', ')).toEqual(WEBHOOK_KINDS.map((kind) => `<code>${kind}</code>`))
})

test('the page shows the problems of an invalid request as programs get them', async () => {
  const at = await openGroupWorld()
  const page = decoded((await at.get('/help/api', 'stranger')).body)
  const [, section = ''] = page.split('id="errors"')
  const example = JSON.parse(/<code>(\{.*?\n\})<\/code>/s.exec(section)?.[1] ?? '')
  expect(section).toContain('<code>problems</code>')
  const { key } = await keyFor(at.world)
  const real = await at.web.app.inject({
    method: 'POST',
    url: '/api/b1/polls',
    headers: { authorization: `Bearer ${key}` },
    payload: { title: '', poll_type: 'score', options: ['Swing', 'Slide'], max_score: 20_000 },
  })
  const changing = { type: expect.any(String), request_id: expect.any(String) }
  expect(example).toEqual({ ...real.json(), ...changing })
})

test('keys and ids in examples are marked as placeholders', async () => {
  const at = await openGroupWorld()
  const page = decoded((await at.get('/help/api', 'stranger')).body)
  const addresses = [...page.matchAll(/(?:curl|curl -X \w+) '?(http[^ '?]+)/g)].map(([, address]) => address)
  const own = [
    ...new Set(addresses.flatMap((address) => address?.split('/').filter((part) => /_(KEY|ID)$/.test(part)))),
  ]
  for (const word of ['POLL_KEY', 'DISCUSSION_KEY', 'MEMBERSHIP_ID', 'WEBHOOK_ID'])
    expect(own).toContain(word)
  expect(addresses.join(' ')).not.toMatch(/q3VbTn8K|\/\d+(\/| |$)/)
  expect(page).toContain('are placeholders')
})

test('the prefix on the page is of a key of the variant that the examples are of', async () => {
  const at = await openGroupWorld()
  const { key } = await keyFor(at.world)
  const other = await keyFor(at.world, { variant: 'b' })
  const page = decoded((await at.get('/help/api', 'ada')).body)
  expect(page).toContain(`Bearer ${key.slice(0, 10)}…`)
  expect(page).not.toContain(other.key.slice(0, 10))
})

test('the prefix on the page is of a key that may do something, not of a newer one that can only read', async () => {
  const at = await openGroupWorld()
  const { key } = await keyFor(at.world)
  const reading = await keyFor(at.world, { permissions: [] })
  const page = decoded((await at.get('/help/api', 'ada')).body)
  expect(page).toContain(`Bearer ${key.slice(0, 10)}…`)
  expect(page).not.toContain(reading.key.slice(0, 10))
})
