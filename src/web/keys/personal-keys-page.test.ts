import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { everyRow } from '../../../test/web.ts'
import { MAX_PERSONAL_KEYS } from '../../keys/personal-key.ts'
import { hashToken } from '../../users/secret.ts'

const at = await openGroupWorld()
const KEYS = '/account/keys'
const XSS = '<script>alert(1)</script>'

beforeEach(async () => {
  await at.world.db.pool.query('truncate personal_keys, sent_forms cascade')
})

async function keys() {
  return (await at.world.db.pool.query('select * from personal_keys order by id')).rows
}

/** Makes a key with the form; returns its text and the page. */
async function made(who: 'ada' | 'ben' | 'stranger', fields: Record<string, string> = {}) {
  const { body, statusCode } = await at.post(KEYS, who, { name: 'Notebook', ...fields })
  return { body, statusCode, text: /fmp_[\w-]+/.exec(body)?.[0] ?? '' }
}

const groupsOf = (key: string) =>
  at.web.app.inject({ url: '/api/b2/groups', headers: { authorization: `Bearer ${key}` } })

describe('a personal key', () => {
  test('is made from the account page, shown once, and works', async () => {
    expect((await at.get('/account', 'ben')).body).toContain('href="/account/keys"')
    expect((await at.get(KEYS, 'ben')).body).toContain('There are no active keys.')
    const { text, body, statusCode } = await made('ben')
    expect([statusCode, decoded(body)]).toEqual([
      200,
      expect.stringContaining(`curl -H 'Authorization: Bearer ${text}'`),
    ])
    expect((await groupsOf(text)).json().users).toMatchObject([{ id: at.people.ben }])
    const list = (await at.get(KEYS, 'ben')).body
    expect(list).toContain(`${text.slice(0, 10)}…`)
    expect(list).not.toContain(text)
    expect(await keys()).toMatchObject([{ user_id: at.people.ben, name: 'Notebook', hash: hashToken(text) }])
    expect(JSON.stringify(await everyRow(at.world))).not.toContain(text)
  })

  test('does all but vote, says every page about it', async () => {
    const pages = await Promise.all(
      ['/account', KEYS, '/help/api/b2'].map(async (url) => (await at.get(url, 'ben')).body),
    )
    for (const body of [...pages, (await made('ben')).body])
      expect(body.replace(/\s+/g, ' ')).toMatch(/do what you can do( in (all )?your groups)?, except vote/)
  })

  test('is available to people without a group', async () => {
    const { text } = await made('stranger')
    expect((await groupsOf(text)).json().groups).toEqual([])
  })

  test('needs a name, and what was typed stays', async () => {
    const blank = await at.post(KEYS, 'ben', { name: '  ' })
    expect([blank.statusCode, decoded(blank.body)]).toEqual([
      422,
      expect.stringContaining('Name can’t be blank'),
    ])
    const long = await at.post(KEYS, 'ben', { name: `${XSS}${'x'.repeat(150)}` })
    expect([long.statusCode, long.body]).toEqual([422, expect.stringContaining('at most 150 characters')])
    expect(long.body).toContain('&lt;script>alert(1)')
    expect(long.body).not.toContain('<script>alert')
    expect(await keys()).toEqual([])
  })

  test('is made once if the button is pressed twice, and shown both times', async () => {
    const once = 'a'.repeat(32)
    const [first, again] = [await made('ben', { once }), await made('ben', { once })]
    expect(again.text).toBe(first.text)
    expect((await keys()).length).toBe(1)
  })

  test('is limited in number, not counting revoked ones', async () => {
    await at.world.db.pool.query(
      `insert into personal_keys (user_id, name, prefix, hash, revoked_at)
       select $1, 'Key ' || n || case when n > $2 then ' ended' else ' works' end, 'fmp_', sha256(n::text::bytea),
         case when n > $2 then now() end
       from generate_series(1, 200) n`,
      [at.people.ben, MAX_PERSONAL_KEYS - 1],
    )
    const both = await Promise.all([made('ben', { name: 'Last' }), made('ben', { name: 'Last' })])
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 422])
    expect(both.map((answer) => answer.body).join()).toContain('End one that you no longer use')
    const list = (await at.get(KEYS, 'ben')).body
    expect(list.match(/Key \d+ works/g)?.length).toBe(MAX_PERSONAL_KEYS - 1)
    expect(list.match(/Key \d+ ended/g)?.length).toBe(50)
    expect(list).toContain('Key 200 ended')
    const [first] = (await keys()).filter((key) => key.revoked_at !== null)
    expect((await at.get(`${KEYS}/${first.id}`, 'ben')).body).toContain(first.name)
    const [working] = await keys()
    await at.post(`${KEYS}/${working.id}/revoke`, 'ben', { confirm: 'true' })
    expect((await made('ben')).statusCode).toBe(200)
  })

  test('shows when it was used last', async () => {
    const { text } = await made('ben')
    expect((await at.get(KEYS, 'ben')).body).toContain('Never used')
    await groupsOf(text)
    await expect.poll(async () => (await at.get(KEYS, 'ben')).body).toContain('Last used on')
    const [{ id }] = await keys()
    expect((await at.get(`${KEYS}/${id}`, 'ben')).body).toMatch(
      /Last used on <time [^>]*>[^<]*<\/time> \(UTC\)/,
    )
  })

  test('is revoked permanently once the box is ticked', async () => {
    const { text } = await made('ben', { name: XSS })
    const [{ id }] = await keys()
    const page = await at.get(`${KEYS}/${id}`, 'ben')
    expect(page.body).toContain('Revoke &lt;script>')
    const unticked = await at.post(`${KEYS}/${id}/revoke`, 'ben')
    expect([unticked.statusCode, unticked.body]).toEqual([422, expect.stringContaining('must be ticked')])
    expect((await groupsOf(text)).statusCode).toBe(200)
    const ended = await at.post(`${KEYS}/${id}/revoke`, 'ben', { confirm: 'true' })
    expect([ended.statusCode, ended.headers.location]).toEqual([303, `${KEYS}?done=key_revoked`])
    expect((await groupsOf(text)).json().code).toBe('api_key_revoked')
    const list = (await at.get(KEYS, 'ben')).body
    expect(list).toContain('Expired and revoked keys')
    expect(list).toContain('revoked')
    expect((await at.get(`${KEYS}/${id}`, 'ben')).body).not.toContain('Revoke this key')
  })
})

describe('other people', () => {
  test('neither see nor revoke it', async () => {
    await made('ben')
    const [{ id }] = await keys()
    expect((await at.get(KEYS, 'ada')).body).not.toContain('Notebook')
    const never = (await at.get(`${KEYS}/999999`, 'ada')).statusCode
    for (const path of [`${KEYS}/${id}`, `${KEYS}/x`])
      expect((await at.get(path, 'ada')).statusCode).toBe(never)
    expect((await at.post(`${KEYS}/${id}/revoke`, 'ada', { confirm: 'true' })).statusCode).toBe(404)
    expect(await keys()).toMatchObject([{ revoked_at: null }])
  })

  test('who are not signed in are sent to sign in; another site makes and revokes none', async () => {
    await made('ben')
    const [{ id }] = await keys()
    for (const path of [KEYS, `${KEYS}/${id}`])
      expect((await at.get(path, 'outsider')).headers.location).toContain('/sign-in')
    for (const [path, fields] of [
      [KEYS, { name: 'x' }],
      [`${KEYS}/${id}/revoke`, { confirm: 'true' }],
    ] as const) {
      expect((await at.post(path, 'outsider', fields)).headers.location).toContain('/sign-in')
      expect((await at.post(path, 'ben', fields, { origin: 'https://evil.example' })).statusCode).toBe(403)
    }
    expect(await keys()).toMatchObject([{ id, revoked_at: null }])
  })
})

test('the page for b2 programs lists every call, and other pages link to it', async () => {
  const page = decoded((await at.get('/help/api/b2', 'outsider')).body)
  const { paths } = (await at.web.get('/api/b2/openapi.json')).json()
  for (const [path, operations] of Object.entries(paths))
    for (const method of Object.keys(operations as object))
      expect(page).toContain(`${method.toUpperCase()} ${path}`)
  expect(page).toContain('export FOLKMOOT_API_KEY=fmp_…')
  for (const path of ['/help', '/help/api', KEYS])
    expect((await at.get(path, 'ben')).body).toContain('href="/help/api/b2"')
})

test('the two documents share no call', async () => {
  const pathsOf = async (url: string) => Object.keys((await at.web.get(url)).json().paths)
  const [b1, b2] = [await pathsOf('/api/openapi.json'), await pathsOf('/api/b2/openapi.json')]
  expect(b1.filter((path) => !path.startsWith('/api/b1/'))).toEqual([])
  // Older b2 clients call a few endpoints under v1.
  expect(b2.filter((path) => !/^\/api\/(b2|v1)\//.test(path))).toEqual([])
  expect(b2.length).toBeGreaterThan(8)
})
