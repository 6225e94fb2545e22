import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { answering, openMessenger, startReceiver, verified } from '../../../test/receiver.ts'
import { makeThread } from '../../../test/tell.ts'
import { everyRow, seen } from '../../../test/web.ts'

const at = await openGroupWorld({ OUTBOUND_ALLOW: '127.0.0.1' })
const via = openMessenger(at.world)
const receiver = await startReceiver()
const HOOKS = '/g/mill-lane/webhooks'
const NEW = { url: receiver.url, format: 'json' }
const XSS = '<script>alert(1)</script>'

beforeEach(async () => {
  await via.dispatch()
  await at.world.db.pool.query('delete from webhooks')
  receiver.got.length = 0
  receiver.answer = answering(204)
})

const rows = async (table = 'webhooks') =>
  (await at.world.db.pool.query(`select * from ${table} order by id`)).rows

/** Makes a webhook with the form. */
async function made(fields: Record<string, string | string[]> = {}) {
  const page = await at.post(HOOKS, 'ada', { ...NEW, ...fields })
  const [row] = await rows()
  return {
    page,
    id: row?.id,
    path: `${HOOKS}/${row?.id}`,
    secret: /whsec_[\w+/]+/.exec(page.body)?.[0] ?? '',
  }
}

/** Delivers a new thread to the webhooks; returns the page of the delivery. */
async function delivered(path: string) {
  await makeThread(at.world)
  await via.deliver()
  const [row] = (await rows('webhook_deliveries')).slice(-1)
  return `${path}/deliveries/${row.id}`
}

describe('who may', () => {
  const forms = (path: string, delivery: string) => [
    HOOKS,
    path,
    ...['switch', 'test', 'rotate', 'remove'].map((what) => `${path}/${what}`),
    `${delivery}/again`,
  ]

  test.each(['outsider', 'stranger', 'gone', 'cleo'] as const)('%s: 404', async (who) => {
    const { path } = await made()
    const delivery = await delivered(path)
    const before = await everyRow(at.world)
    const never = seen(await at.get('/g/nobody/webhooks', who))
    for (const url of [HOOKS, path, delivery]) expect(seen(await at.get(url, who))).toBe(never)
    for (const url of forms(path, delivery))
      expect((await at.post(url, who, { ...NEW, confirm: 'true' })).statusCode).toBe(404)
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('a member who is not an admin sees neither webhooks nor their responses', async () => {
    const { path } = await made()
    const delivery = await delivered(path)
    for (const url of [HOOKS, path, delivery]) expect((await at.get(url, 'ben')).statusCode).toBe(403)
    for (const url of forms(path, delivery))
      expect((await at.post(url, 'ben', { ...NEW, confirm: 'true' })).statusCode).toBe(403)
    expect(await rows()).toMatchObject([{ disabled_at: null }])
    expect((await at.get('/g/mill-lane', 'ben')).body).not.toContain(HOOKS)
  })

  test('another site changes nothing', async () => {
    const { path } = await made()
    const delivery = await delivered(path)
    const before = await everyRow(at.world)
    for (const url of forms(path, delivery).filter((one) => !one.endsWith('/remove')))
      expect((await at.post(url, 'ada', NEW, { origin: 'https://evil.example' })).statusCode).toBe(403)
    const remove = await at.post(
      `${path}/remove`,
      'ada',
      { confirm: 'true' },
      { origin: 'https://evil.example' },
    )
    expect(remove.statusCode).toBe(403)
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('webhooks of another group are not found', async () => {
    const { path } = await made()
    const delivery = await delivered(path)
    await at.world.db.pool.query(
      "insert into groups (key, handle, name) values ('otherGrp', 'other', 'Other')",
    )
    await at.world.db.pool.query(
      "update webhooks set group_id = (select id from groups where handle = 'other')",
    )
    const odd = ['x', '-1', '1e3', '9'.repeat(20)].map((id) => `${HOOKS}/${id}`)
    for (const url of [path, delivery, ...odd]) expect((await at.get(url, 'ada')).statusCode).toBe(404)
    for (const url of forms(path, delivery).slice(1))
      expect((await at.post(url, 'ada', { ...NEW, confirm: 'true' })).statusCode).toBe(404)
    expect(receiver.got).toHaveLength(1)
  })
})

describe('a new webhook', () => {
  test('shows its secret once, and this secret signs deliveries', async () => {
    const { page, path, secret } = await made({ kinds: ['new_discussion', 'new_comment'] })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('shown only once')
    expect(await rows()).toMatchObject([
      {
        url: receiver.url,
        kinds: ['new_discussion', 'new_comment'],
        format: 'json',
        author_id: at.people.ada,
      },
    ])
    const delivery = await delivered(path)
    expect(verified(receiver.got[0]!, secret)).toMatchObject({ kind: 'new_discussion' })
    for (const url of [HOOKS, path, delivery]) expect((await at.get(url, 'ada')).body).not.toContain(secret)
  })

  test('is made once if its form is sent twice, and both times shows the same page', async () => {
    const once = /name="once" value="([\w-]+)"/.exec((await at.get(HOOKS, 'ada')).body)?.[1] ?? ''
    expect(once).not.toBe('')
    const first = await made({ once })
    const second = await made({ once })
    expect(second.secret).toBe(first.secret)
    expect(await rows()).toHaveLength(1)
  })

  test('a form with errors keeps what was typed', async () => {
    const { page } = await made({ url: 'http://10.0.0.1/"><b>', kinds: ['new_comment'], format: 'slack' })
    expect(page.statusCode).toBe(422)
    const text = decoded(page.body)
    expect(text).toContain('Address must point to a public address')
    expect(text).toMatch(/value="new_comment"[^>]*checked/)
    expect(text).toMatch(/value="slack"[^>]*selected|selected[^>]*value="slack"/)
    expect(page.body).not.toContain('"><b>')
    expect((await made({ format: '' })).page.body).toContain('Format must be chosen')
    expect(await rows()).toEqual([])
  })
})

describe('an existing webhook', () => {
  test('is tested, and shows the response, escaped', async () => {
    const { path } = await made()
    receiver.answer = answering(500, { 'content-type': 'text/html' }, XSS)
    const { headers } = await at.post(`${path}/test`, 'ada')
    const page = await at.get(String(headers.location), 'ada')
    expect(decoded(page.body)).toContain('Failed: answered with 500')
    expect(decoded(page.body)).toContain(XSS)
    expect(page.body).not.toContain(XSS)
    expect(decoded(page.body)).toContain('"kind": "test"')
    expect(page.body).toContain('Send another test')
  })

  test('says that the last test failed, until something succeeds', async () => {
    const { path } = await made()
    receiver.answer = answering(500)
    await at.post(`${path}/test`, 'ada')
    const failed = 'On, but the last test failed: answered with 500'
    for (const url of [HOOKS, path]) expect((await at.get(url, 'ada')).body).toContain(failed)
    receiver.answer = answering(204)
    await delivered(path)
    expect((await at.get(path, 'ada')).body).toContain('On, last delivery')
    receiver.answer = answering(500)
    await at.post(`${path}/test`, 'ada')
    expect((await at.get(path, 'ada')).body).toContain(failed)
    receiver.answer = answering(204)
    await at.post(`${path}/test`, 'ada')
    expect((await at.get(path, 'ada')).body).toContain('On, last delivery')
  })

  test('sends a delivery again', async () => {
    const { path } = await made()
    const delivery = await delivered(path)
    expect((await at.get(delivery, 'ada')).body).toContain('Delivered: answered with 204')
    expect((await at.post(`${delivery}/again`, 'ada')).headers.location).toBe(delivery)
    expect((await at.get(delivery, 'ada')).body).toContain('Waiting to be sent')
    await via.send()
    const ids = receiver.got.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[0]])
  })

  test('shows failures, and is turned off and on', async () => {
    const { path } = await made()
    receiver.answer = answering(302)
    const delivery = await delivered(path)
    expect((await at.get(delivery, 'ada')).body).toContain('Not delivered: answered with 302; next attempt')
    for (const url of [HOOKS, path]) expect((await at.get(url, 'ada')).body).toContain('Failing since')
    await at.post(`${path}/switch`, 'ada', { active: 'false' })
    expect((await at.get(path, 'ada')).body).toContain('manually')
    expect((await at.get(path, 'ada')).body).toContain('Turn on, and send 1 waiting delivery')
    for (const url of [path, delivery]) {
      const { body } = await at.get(url, 'ada')
      expect(body).toContain('Not delivered: answered with 302; waiting until the webhook is turned on')
      expect(body).not.toMatch(/next attempt|\/again/)
    }
    expect((await at.post(`${delivery}/again`, 'ada')).statusCode).toBe(409)
    await at.post(`${path}/switch`, 'ada', { active: 'true' })
    expect(await rows()).toMatchObject([{ disabled_at: null, failing_since: null }])
  })

  test('is changed by its form', async () => {
    const { path } = await made({ kinds: ['new_comment'] })
    expect((await at.post(path, 'ada', { url: `${receiver.url}/x`, format: 'matrix' })).statusCode).toBe(303)
    expect(await rows()).toMatchObject([{ url: `${receiver.url}/x`, kinds: [], format: 'matrix' }])
    const failed = await at.post(path, 'ada', { url: 'ftp://x', format: 'matrix' })
    expect(failed.statusCode).toBe(422)
    expect(failed.body).toContain('value="ftp://x"')
    expect(await rows()).toMatchObject([{ url: `${receiver.url}/x` }])
  })

  test('gets a new secret, and the old one also signs for a while', async () => {
    const { path, secret } = await made()
    const page = await at.post(`${path}/rotate`, 'ada', { overlap: '24' })
    const fresh = /whsec_[\w+/]+/.exec(page.body)?.[0] ?? ''
    expect(page.body).toContain(', requests are also signed with the old secret.')
    await delivered(path)
    for (const one of [secret, fresh]) expect(verified(receiver.got[0]!, one).kind).toBe('new_discussion')
  })

  test('is removed if the box is ticked', async () => {
    const { path } = await made()
    expect((await at.post(`${path}/remove`, 'ada')).body).toContain('must be ticked')
    expect(await rows()).toHaveLength(1)
    expect((await at.post(`${path}/remove`, 'ada', { confirm: 'true' })).headers.location).toBe(
      `${HOOKS}?done=webhook_removed`,
    )
    expect(await rows()).toEqual([])
  })

  test('is read without writing anything', async () => {
    const { path } = await made()
    const delivery = await delivered(path)
    const before = await everyRow(at.world)
    for (const url of [HOOKS, path, delivery]) expect((await at.get(url, 'ada')).statusCode).toBe(200)
    expect(await everyRow(at.world)).toEqual(before)
  })
})

test('webhooks at one host are told apart by their paths, without anything secret', async () => {
  const { host } = new URL(receiver.url)
  const secret = 'Jx4fQ9vT2mK8sLw0pZr7Yd3h'
  for (const channel of ['B07AAA', 'B08BBB'])
    await made({ url: `http://${host}/services/T02/${channel}/${secret}?token=${secret}` })
  const list = (await at.get(HOOKS, 'ada')).body
  for (const channel of ['B07AAA', 'B08BBB'])
    expect(list).toContain(`>${host}/services/T02/${channel}/…Yd3h</a>`)
  expect(list).not.toContain(secret)
  const [row] = await rows()
  expect((await at.get(`${HOOKS}/${row.id}`, 'ada')).body).toContain(
    `<h1 dir="auto">${host}/services/T02/B07AAA/…Yd3h</h1>`,
  )
})
