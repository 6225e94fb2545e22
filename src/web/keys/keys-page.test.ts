import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { everyRow, seen } from '../../../test/web.ts'
import { PERMISSIONS } from '../../keys/api-key.ts'
import { hashToken } from '../../users/secret.ts'

const at = await openGroupWorld()

const KEYS = '/g/mill-lane/keys'
const NEW = {
  name: 'Door bot',
  permissions: ['read_memberships', 'create_poll'],
  variant: 'b',
  expires: '',
  guard: 'true',
}
const XSS = '<script>alert(1)</script>'

beforeEach(async () => {
  await at.world.db.pool.query('truncate api_keys cascade')
})

async function keys() {
  return (await at.world.db.pool.query('select * from api_keys order by id')).rows
}

/** Makes a key with the form; returns its text and the page. */
async function made(fields: Record<string, string | string[]> = {}) {
  const { body, statusCode } = await at.post(KEYS, 'ada', { ...NEW, ...fields })
  return { body, statusCode, text: /fmk_[\w-]+/.exec(body)?.[0] ?? '' }
}

describe('who may see and make keys', () => {
  test.each(['outsider', 'stranger', 'gone', 'cleo'] as const)('%s: 404', async (who) => {
    const never = seen(await at.get('/g/nobody/keys', who))
    for (const url of [KEYS, `${KEYS}/1`]) expect(seen(await at.get(url, who))).toBe(never)
    for (const url of [KEYS, `${KEYS}/1/rotate`, `${KEYS}/1/revoke`])
      expect((await at.post(url, who, { ...NEW, confirm: 'true' })).statusCode).toBe(404)
    expect(await keys()).toEqual([])
  })

  test('a member who is not an admin learns whom to ask', async () => {
    await made()
    const page = await at.get(KEYS, 'ben')
    expect(page.statusCode).toBe(403)
    expect(page.body).toContain('Only admins of the group')
    const [{ id }] = await keys()
    for (const url of [KEYS, `${KEYS}/${id}/rotate`, `${KEYS}/${id}/revoke`])
      expect((await at.post(url, 'ben', { ...NEW, confirm: 'true' })).statusCode).toBe(403)
    expect(await keys()).toMatchObject([{ revoked_at: null }])
  })

  test('another site cannot make one', async () => {
    expect((await at.post(KEYS, 'ada', NEW, { origin: 'https://evil.example' })).statusCode).toBe(403)
    expect(await keys()).toEqual([])
  })

  test('keys of another group are not found', async () => {
    await made()
    const [{ id }] = await keys()
    await at.world.db.pool.query(
      "insert into groups (key, handle, name) values ('otherGrp', 'other', 'Other')",
    )
    await at.world.db.pool.query(
      "update api_keys set group_id = (select id from groups where handle = 'other')",
    )
    expect((await at.get(`${KEYS}/${id}`, 'ada')).statusCode).toBe(404)
    expect((await at.post(`${KEYS}/${id}/revoke`, 'ada', { confirm: 'true' })).statusCode).toBe(404)
    expect((await at.post(`${KEYS}/${id}/rotate`, 'ada', { overlap: '0' })).statusCode).toBe(404)
    for (const odd of ['x', '-1', '99999999999999999999', '1e3']) {
      expect((await at.get(`${KEYS}/${odd}`, 'ada')).statusCode).toBe(404)
    }
    expect(await keys()).toMatchObject([{ revoked_at: null }])
  })
})

describe('a new key', () => {
  test('is explained with examples for its own group', async () => {
    expect((await at.get(KEYS, 'ada')).body).toContain('href="/help/api?group=mill-lane"')
  })

  test('is shown once, and stored as a hash with its creator', async () => {
    const { body, statusCode, text } = await made({ expires: '2031-01-31' })
    expect(statusCode).toBe(200)
    expect(body).toContain('shown only once')
    expect(await keys()).toMatchObject([
      {
        name: 'Door bot',
        variant: 'b',
        permissions: ['create_poll', 'read_memberships'],
        guard: true,
        issuer_id: at.people.ada,
        expires_at: new Date('2031-01-31T23:00:00Z'),
      },
    ])
    const { rows } = await at.world.db.pool.query('select hash from key_secrets')
    expect(rows[0].hash).toEqual(hashToken(text))
    const list = (await at.get(KEYS, 'ada')).body
    const [{ id }] = await keys()
    for (const page of [list, (await at.get(`${KEYS}/${id}`, 'ada')).body]) {
      expect(page).toContain(text.slice(0, 10))
      expect(page).not.toContain(text)
    }
    expect(list).toContain('Never used')
  })

  test('a form with errors keeps what was typed', async () => {
    const { body, statusCode } = await made({ name: ' ', expires: '2001-01-01', permissions: 'create_poll' })
    expect(statusCode).toBe(422)
    const text = decoded(body)
    expect(text).toContain('Name can’t be blank.')
    expect(text).toContain('Expires on must be in the future.')
    expect(text).toContain('value="2001-01-01"')
    expect(text).toMatch(/value="create_poll"[^>]*checked/)
    expect(text).not.toMatch(/value="read_memberships"[^>]*checked/)
    expect((await made({ expires: 'soon' })).body).toContain('must be a date before 9999-12-31, such as')
    expect(await keys()).toEqual([])
  })

  test('its name is escaped', async () => {
    expect((await made({ name: XSS })).body).not.toContain(XSS)
    const [{ id }] = await keys()
    for (const url of [KEYS, `${KEYS}/${id}`]) expect((await at.get(url, 'ada')).body).not.toContain(XSS)
  })
})

describe('the example for curl works', () => {
  let served: GroupWorld

  beforeAll(async () => {
    const probe = await openGroupWorld()
    const port = Number(new URL(await probe.web.app.listen({ port: 0, host: '127.0.0.1' })).port)
    await probe.web.app.close()
    served = await openGroupWorld({ PUBLIC_URL: `http://127.0.0.1:${port}` })
    await served.web.app.listen({ port, host: '127.0.0.1' })
  })

  test.each([...PERMISSIONS, 'nothing but reading'])('with %s', async (permission) => {
    const { body } = await served.post(KEYS, 'ada', { ...NEW, permissions: permission })
    const curl = /curl [^<]*/.exec(decoded(body).replaceAll('&#39;', "'"))?.[0] ?? ''
    const { stdout } = await promisify(execFile)('sh', ['-c', curl.replace('curl ', 'curl -sS ')])
    const answer = JSON.parse(stdout)
    if (permission === 'manage_memberships') expect(answer.added_emails).toEqual(['someone@example.org'])
    else expect(answer.groups[0].handle).toBe('mill-lane')
  })
})

describe('a read-only key', () => {
  test('is a named choice, whatever is ticked below it', async () => {
    expect((await at.get(KEYS, 'ada')).body).toContain('Read only')
    const { text } = await made({ access: 'read' })
    const [{ id, permissions }] = await keys()
    expect(permissions).toEqual([])
    expect((await at.get(`${KEYS}/${id}`, 'ada')).body).toContain('<dd>Read only</dd>')
    const refused = await at.web.app.inject({
      url: '/api/b1/memberships',
      headers: { authorization: `Bearer ${text}` },
    })
    expect(refused.json().code).toBe('permission_missing')
  })
})

describe('the use of a key', () => {
  test('is shown by day, with the refused requests', async () => {
    await made()
    const [{ id }] = await keys()
    expect((await at.get(`${KEYS}/${id}`, 'ada')).body).toContain('<dt>30 days</dt><dd>0 requests</dd>')
    await at.world.db.pool.query("update api_keys set last_used_on = '2026-11-20'")
    await at.world.db.pool.query(
      'insert into key_uses values ($1, current_date, 1200, 12), ($1, current_date - 3, 4, 0)',
      [id],
    )
    expect((await at.get(KEYS, 'ada')).body).toContain('1,204 requests, 12 refused in 30 days')
    const page = (await at.get(`${KEYS}/${id}`, 'ada')).body
    expect(page).toContain('<dd>1,204 requests, 12 refused</dd>')
    expect(page).toContain('<td>1,200</td><td>12</td>')
  })
})

describe('the end of a key', () => {
  test('can be postponed or removed; an expired key works again', async () => {
    const { text } = await made({ expires: '2031-01-31' })
    const [{ id }] = await keys()
    expect((await at.get(`${KEYS}/${id}`, 'ada')).body).toContain('value="2031-01-31"')
    const save = (expires: string, who: 'ada' | 'ben' | 'cleo' = 'ada') =>
      at.post(`${KEYS}/${id}/expiry`, who, { expires })
    expect((await save('2032-01-31')).statusCode).toBe(303)
    expect(await keys()).toMatchObject([
      { expires_at: new Date('2032-01-31T23:00:00Z'), ending_due_at: new Date('2032-01-24T23:00:00Z') },
    ])
    for (const wrong of ['2001-01-31', 'soon']) {
      const failed = await save(wrong)
      expect(failed.statusCode).toBe(422)
      expect(failed.body).toContain('Expires on must be')
      expect(failed.body).toContain(`value="${wrong}"`)
    }
    expect([(await save('', 'ben')).statusCode, (await save('', 'cleo')).statusCode]).toEqual([403, 404])
    await at.world.db.pool.query('update api_keys set expires_at = now()')
    const ask = () =>
      at.web.app.inject({ url: '/api/b1/memberships', headers: { authorization: `Bearer ${text}` } })
    expect((await ask()).json().code).toBe('api_key_expired')
    expect((await save('')).statusCode).toBe(303)
    expect(await keys()).toMatchObject([{ expires_at: null, ending_due_at: null }])
    expect((await ask()).statusCode).toBe(200)
    await at.post(`${KEYS}/${id}/revoke`, 'ada', { confirm: 'true' })
    expect((await save('2032-01-31')).statusCode).toBe(403)
  })
})

describe('the last day of a key', () => {
  test.each([
    // Clocks in Berlin go forward on 30 March 2031, and back on 26 October.
    ['2031-03-29', '2031-03-29T23:00:00Z'],
    ['2031-03-30', '2031-03-30T22:00:00Z'],
    ['2031-10-26', '2031-10-26T23:00:00Z'],
  ])('%s is valid to its end, and stays in the field', async (expires, end) => {
    await made({ expires })
    const [{ id, expires_at }] = await keys()
    expect(expires_at).toEqual(new Date(end))
    expect((await at.get(`${KEYS}/${id}`, 'ada')).body).toContain(`value="${expires}"`)
  })

  test('is in the zone that the form names, even if the browser is in another zone by then', async () => {
    const form = (await at.get(KEYS, 'ada')).body
    expect(form).toContain('At the end of this day (Germany Time).')
    await at.world.db.pool.query("update users set time_zone = 'Asia/Tokyo' where id = $1", [at.people.ada])
    const time_zone = /name="time_zone" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const failed = await made({ expires: 'soon', time_zone })
    expect(failed.body).toContain('At the end of this day (Germany Time).')
    await made({ expires: '2031-01-31', time_zone })
    const [{ id }] = await keys()
    await at.post(`${KEYS}/${id}/expiry`, 'ada', { expires: '2031-02-28', time_zone })
    expect((await keys())[0].expires_at).toEqual(new Date('2031-02-28T23:00:00Z'))
    await at.world.db.pool.query("update users set time_zone = 'Europe/Berlin' where id = $1", [
      at.people.ada,
    ])
  })

  test('cannot be the last representable day, whose end cannot be stored', async () => {
    expect((await made({ expires: '9999-12-31' })).body).toContain(
      'Expires on must be a date before 9999-12-31',
    )
    expect(await keys()).toEqual([])
    await made({ expires: '9999-12-30' })
    expect((await at.get(KEYS, 'ada')).statusCode).toBe(200)
    const [{ id }] = await keys()
    const failed = await at.post(`${KEYS}/${id}/expiry`, 'ada', { expires: '9999-12-31' })
    expect(failed.statusCode).toBe(422)
    await expect(at.world.db.pool.query("update api_keys set expires_at = 'infinity'")).rejects.toThrow(
      /check constraint/,
    )
  })
})

describe('rotating and revoking', () => {
  const ask = (key: string) =>
    at.web.app.inject({ url: '/api/b1/memberships', headers: { authorization: `Bearer ${key}` } })

  test('the old text stays valid for the chosen time', async () => {
    const { text: old } = await made()
    const [{ id }] = await keys()
    const page = await at.post(`${KEYS}/${id}/rotate`, 'ada', { overlap: '24' })
    const text = /fmk_[\w-]+/.exec(page.body)?.[0] ?? ''
    expect(text).not.toBe(old)
    expect(page.body).toContain('The old key works until')
    expect((await ask(old)).statusCode).toBe(200)
    expect((await ask(text)).statusCode).toBe(200)
    const overlapping = (await at.get(`${KEYS}/${id}`, 'ada')).body
    expect(overlapping).toContain(`<dd><code>${old.slice(0, 10)}</code>, works until `)
    await at.post(`${KEYS}/${id}/rotate`, 'ada', { overlap: '0' })
    expect((await ask(old)).json().code).toBe('api_key_expired')
    expect((await at.get(`${KEYS}/${id}`, 'ada')).body).not.toContain('Previous key')
  })

  test('revoking ends the old text too, and the page no longer says that it works', async () => {
    const { text: old } = await made()
    const [{ id }] = await keys()
    await at.post(`${KEYS}/${id}/rotate`, 'ada', { overlap: '24' })
    expect((await at.get(`${KEYS}/${id}`, 'ada')).body).toContain('Previous key')
    await at.post(`${KEYS}/${id}/revoke`, 'ada', { confirm: 'true' })
    expect((await ask(old)).json().code).toBe('api_key_revoked')
    expect((await at.get(`${KEYS}/${id}`, 'ada')).body).not.toContain('Previous key')
  })

  test('revoking asks for confirmation', async () => {
    const { text } = await made()
    const [{ id }] = await keys()
    const page = await at.post(`${KEYS}/${id}/revoke`, 'ada')
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('must be ticked')
    expect((await ask(text)).statusCode).toBe(200)
    expect((await at.post(`${KEYS}/${id}/revoke`, 'ada', { confirm: 'true' })).statusCode).toBe(303)
    // Revoked before by somebody else: the box has no meaning any more.
    expect((await at.post(`${KEYS}/${id}/revoke`, 'ada')).statusCode).toBe(303)
    expect((await ask(text)).json().code).toBe('api_key_revoked')
    expect((await at.get(KEYS, 'ada')).body).toContain('Expired and revoked keys')
    expect((await at.post(`${KEYS}/${id}/rotate`, 'ada', { overlap: '0' })).statusCode).toBe(403)
  })

  test('reading the pages writes nothing', async () => {
    await made()
    const [{ id }] = await keys()
    const before = await everyRow(at.world)
    for (const url of [KEYS, `${KEYS}/${id}`]) await at.get(url, 'ada')
    expect(await everyRow(at.world)).toEqual(before)
  })
})
