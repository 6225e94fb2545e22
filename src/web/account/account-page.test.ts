import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionOf, withCookie } from '../../../test/sign-in.ts'
import { everyRow, openWeb, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SCRIPT = '<script>alert(1)</script>"'
const PROFILE = { name: 'Ben Okri', locale: 'en', time_zone: 'Europe/Berlin' }

let world: World
let web: Web
let ben: number
let cleo: number
let cookie: string

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0, cleo = 0] = await addMembers(world)
  await world.db.pool.query("update users set time_zone = 'Europe/Berlin' where id = $1", [world.ada.id])
  web = await openWeb(world)
})

beforeEach(async () => {
  await world.db.pool.query('truncate sessions, mutes, push_subscriptions, pushes cascade')
  cookie = await sessionOf(world, ben, FIREFOX)
})

async function row<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await world.db.pool.query(text, values)).rows as T[]
}

describe('the time zone of a person who has none of their own', () => {
  const zone = () => row('select time_zone, utc_chosen from users where id = $1', [ben])
  const NONE = [{ time_zone: 'UTC', utc_chosen: false }]
  const selected = async (more = '') => {
    const { body } = await web.get('/account', `${cookie}${more}`)
    const [, list = ''] = /<select id="time_zone"(.*?)<\/select>/s.exec(body) ?? []
    return [...list.matchAll(/<option[^>]* selected[^>]*>([^<]*)</g)].map(([, label]) => label)
  }

  beforeEach(() => row("update users set time_zone = 'UTC', utc_chosen = false where id = $1", [ben]))

  test('is named as that of the group, in which the page has its times', async () => {
    expect(await selected()).toEqual(['Germany Time (from your browser or group)'])
    const { body } = await web.get('/account', cookie)
    expect(body).toMatch(/<time[^>]*>[^<]*\(Germany Time\)/)
    expect(body).not.toMatch(/<time[^>]*>[^<]*UTC/)
  })

  test('is that of the group on all pages of their account', async () => {
    const [key] = await row<{ id: number }>(
      `insert into personal_keys (user_id, name, prefix, hash, revoked_at)
       values ($1, 'Old', 'fmp_old', sha256('old'), now()) returning id`,
      [ben],
    )
    await row(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, backed_up)
       values ($1, 'id', 'public key', 0, '{}', 'Laptop', false)`,
      [ben],
    )
    await row("insert into archives (user_id, language, made_at, content) values ($1, 'en', now(), 'zip')", [
      ben,
    ])
    for (const path of ['/account/keys', `/account/keys/${key?.id}`, '/account/passkeys', '/account/data']) {
      const { body } = await web.get(path, cookie)
      expect([path, /<time[^>]*(?:title="|>)[^"<]*\(Germany Time\)/.test(body)]).toEqual([path, true])
      const in_tokyo = (await web.get(path, `${cookie}; folkmoot_zone=Asia/Tokyo`)).body
      expect([path, in_tokyo.includes('(Japan Time)')]).toEqual([path, true])
    }
    await row('truncate archives, passkeys, personal_keys cascade')
  })

  test('is named as that of the browser, if it is known', async () => {
    expect(await selected('; folkmoot_zone=Asia/Tokyo')).toEqual(['Japan Time (from your browser or group)'])
  })

  test('stays unchosen when they save something else', async () => {
    const saved = await web.post('/account', { ...PROFILE, time_zone: '' }, withCookie(cookie))
    expect([saved.statusCode, saved.headers.location]).toEqual([303, '/account?done=profile'])
    expect(await zone()).toEqual(NONE)
    expect(String(saved.headers['set-cookie'])).not.toContain('folkmoot_zone')
    const bad = await web.post('/account', { ...PROFILE, time_zone: '', locale: 'xx' }, withCookie(cookie))
    expect(bad.body).toMatch(/selected[^>]*>Germany Time \(from your browser or group\)/)
  })

  test('can be UTC, if they choose it', async () => {
    await web.post('/account', { ...PROFILE, time_zone: 'UTC' }, withCookie(cookie))
    expect(await zone()).toEqual([{ time_zone: 'UTC', utc_chosen: true }])
    expect(await selected()).toEqual(['UTC'])
  })

  test('is again that of the browser or group if they give up theirs', async () => {
    await web.post('/account', PROFILE, withCookie(cookie))
    expect((await web.get('/account', cookie)).body).toContain('>Time zone of the browser or group</option>')
    const saved = await web.post('/account', { ...PROFILE, time_zone: '' }, withCookie(cookie))
    expect(await zone()).toEqual(NONE)
    expect(String(saved.headers['set-cookie'])).toContain('folkmoot_zone=; Max-Age=0')
  })
})

describe('details', () => {
  test('with the name of another member of a group are saved, and the page says what tells them apart', async () => {
    await row('update users set name = $2 where id = $1', [cleo, 'BEN Okri'])
    await row('update memberships set accepted_at = now() where user_id = $1', [ben])
    const open = async () => (await web.get('/account?done=profile', cookie)).body
    await web.post('/account', PROFILE, withCookie(cookie))
    expect(await open()).toContain(
      `In Mill Lane Co-op, another member has this name too. The number (#${ben}) tells you apart there.`,
    )
    await web.post('/account', { ...PROFILE, name: 'Ben Oak' }, withCookie(cookie))
    expect(await open()).not.toContain('another member has this name too')
    await row('update users set name = null where id = $1', [cleo])
  })

  test('that were saved in another tab stay where this form left them as shown', async () => {
    await web.post('/account', PROFILE, withCookie(cookie))
    const shown = async () => {
      const { body } = await web.get('/account', cookie)
      const [, marks = ''] = /name="as_shown" value="([^"]*)"/.exec(body) ?? []
      return marks.replaceAll('&quot;', '"')
    }
    const as_shown = await shown()
    const save = (fields: object) => web.post('/account', { ...PROFILE, ...fields }, withCookie(cookie))
    await save({ name: 'Ben Oak', as_shown: await shown() })
    expect((await save({ time_zone: 'Asia/Tokyo', as_shown })).statusCode).toBe(303)
    const stored = () => row('select name, time_zone from users where id = $1', [ben])
    expect(await stored()).toEqual([{ name: 'Ben Oak', time_zone: 'Asia/Tokyo' }])
    const both = await save({ name: 'Ben Elm', as_shown })
    expect(both.statusCode).toBe(422)
    expect(both.body).toContain('Your details were changed after you opened this form.')
    expect(both.body).toContain('value="Ben Elm"')
    expect(await stored()).toEqual([{ name: 'Ben Oak', time_zone: 'Asia/Tokyo' }])
  })

  test('are saved, and shown on every page', async () => {
    const saved = await web.post('/account', { ...PROFILE, name: ' Ben  Okri ' }, withCookie(cookie))
    expect([saved.statusCode, saved.headers.location]).toEqual([303, '/account?done=profile'])
    const page = await web.get('/account?done=profile', cookie)
    expect(page.body).toContain('Your details are saved.')
    expect(page.body).toContain('value="Ben Okri"')
    expect(page.body).toMatch(
      /<option[^>]*selected[^>]*value="Europe\/Berlin"|<option value="Europe\/Berlin" selected/,
    )
    expect((await web.get('/help', cookie)).body).toContain('Ben Okri')
  })

  test('that fail keep what was typed and say at each field how to fix it', async () => {
    const bad = { name: SCRIPT + 'x'.repeat(150), locale: 'xx', time_zone: 'Mars/Base' }
    const page = await web.post('/account', bad, withCookie(cookie))
    expect(page.statusCode).toBe(422)
    for (const words of [
      'Your name is too long (at most 150 characters).',
      'Time zone must be one of the listed values.',
      'Language must be one of en, ar, de, ',
      'value="&lt;script>alert(1)&lt;/script>&quot;xxx',
    ])
      expect(page.body).toContain(words)
    expect(page.body).not.toContain('<script>alert')
  })

  test('have time zones with the names of cities in the reader’s language, in its order', async () => {
    await web.post('/account', { ...PROFILE, locale: 'it' }, withCookie(cookie))
    const { body } = await web.get('/account', cookie)
    const [, europe = ''] = /<optgroup label="Europa">(.*?)<\/optgroup>/s.exec(body) ?? []
    expect(europe).toContain('<option value="Europe/Rome">Roma</option>')
    const names = [...europe.matchAll(/>([^<]+)<\/option>/g)].map(([, name]) => name)
    expect(names.indexOf('Zurigo')).toBe(names.length - 1)
    expect(body).toMatch(/<option[^>]* selected[^>]*>Berlino<\/option>/)
  })

  test('may be without a name for who never had one; a stored zone with an outdated name stays', async () => {
    await world.db.pool.query("update users set name = null, time_zone = 'Old/Zone' where id = $1", [ben])
    expect((await web.get('/account', cookie)).body).toContain('Old/Zone')
    const kept = await web.post(
      '/account',
      { name: '', locale: 'en', time_zone: 'Old/Zone' },
      withCookie(cookie),
    )
    expect(kept.statusCode).toBe(303)
    const now = await row('select name, locale, time_zone from users where id = $1', [ben])
    expect(now).toEqual([{ name: null, locale: 'en', time_zone: 'Old/Zone' }])
    expect((await web.get('/account', cookie)).body).toContain('Your account</a>')
  })

  test.each(['', ' \t ', '\u200b'])('keep the name they have: %j in its place is refused', async (name) => {
    await web.post('/account', PROFILE, withCookie(cookie))
    const page = await web.post('/account', { name, locale: 'de', time_zone: '' }, withCookie(cookie))
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('<li><a href="#name">Your name can’t be blank</a></li>')
    expect(page.body).toContain('<p class="mend" id="name-mend">Your name can’t be blank.</p>')
    expect((await web.post('/account/name', { name, next: '/' }, withCookie(cookie))).statusCode).toBe(422)
    const now = await row('select name, locale, time_zone from users where id = $1', [ben])
    expect(now).toEqual([{ name: 'Ben Okri', locale: 'en', time_zone: 'Europe/Berlin' }])
  })
})

test('mails of a group stop and resume by a checkbox, and mails of other groups cannot be changed', async () => {
  const { id } = world.group
  expect((await web.get('/account', cookie)).body).toContain('Mill Lane Co-op')
  await web.post('/account/mails', {}, withCookie(cookie))
  expect(await row('select user_id, group_id from mutes')).toEqual([{ user_id: ben, group_id: id }])
  await web.post('/account/mails', { groups: '999999' }, withCookie(cookie))
  expect(await row('select user_id, group_id from mutes')).toEqual([{ user_id: ben, group_id: id }])
  const back = await web.post('/account/mails', { groups: String(id) }, withCookie(cookie))
  expect([back.statusCode, back.headers.location]).toEqual([303, '/account?done=mails'])
  expect(await row('select from mutes')).toEqual([])
})

describe('sessions', () => {
  test('are listed with their browsers, and can be ended one by one or all but this one', async () => {
    const second = await sessionOf(world, ben, 'curl/8')
    const third = await sessionOf(world, ben, SCRIPT)
    const foreign = await sessionOf(world, cleo)
    const { body } = await web.get('/account', cookie)
    expect(body).toContain('Firefox on Linux')
    expect(body).toContain('curl/8')
    expect(body).toContain('&lt;script>alert(1)')
    expect(body.match(/this browser/g)).toHaveLength(1)
    const [{ id = 0 } = {}] = await row<{ id: number }>("select id from sessions where browser = 'curl/8'")
    expect(
      (await web.post('/account/sessions/end', { session: String(id) }, withCookie(cookie))).statusCode,
    ).toBe(303)
    expect((await web.get('/account', second)).statusCode).toBe(303)
    expect((await web.get('/account', third)).statusCode).toBe(200)
    const others = await web.post('/account/sessions/end', { session: 'others' }, withCookie(cookie))
    expect(others.headers.location).toBe('/account?done=others')
    expect((await web.get('/account', third)).statusCode).toBe(303)
    expect((await web.get('/account', cookie)).statusCode).toBe(200)
    expect((await web.get('/account', foreign)).statusCode).toBe(200)
  })

  test('of other people cannot be ended', async () => {
    const foreign = await sessionOf(world, cleo)
    const [{ id = 0 } = {}] = await row<{ id: number }>('select id from sessions where user_id = $1', [cleo])
    for (const session of [String(id), '0', '', 'x', '1e9'])
      expect((await web.post('/account/sessions/end', { session }, withCookie(cookie))).statusCode).toBe(404)
    expect((await web.get('/account', foreign)).statusCode).toBe(200)
  })

  test('expire by themselves', async () => {
    await world.db.pool.query("update sessions set expires_at = now() - interval '1 second'")
    expect((await web.get('/account', cookie)).headers.location).toBe('/sign-in?next=%2Faccount')
  })
})

describe('the question for a name', () => {
  test('can be answered or skipped, and leads on', async () => {
    await world.db.pool.query('update users set name = null where id = $1', [ben])
    const page = await web.get('/account/name?next=/help', cookie)
    expect(page.body).toContain('What is your name?')
    expect(page.body).toContain('<a href="/help">Not now</a>')
    const saved = await web.post('/account/name', { name: 'Ben', next: '/help' }, withCookie(cookie))
    expect([saved.statusCode, saved.headers.location]).toEqual([303, '/help'])
    expect((await web.get('/help', cookie)).body).toContain('Ben</bdi>')
  })

  test('redirects to our own pages only', async () => {
    for (const next of ['//evil.example', 'https://evil.example', 'javascript:alert(1)']) {
      const page = await web.get(`/account/name?next=${encodeURIComponent(next)}`, cookie)
      expect(page.body).toContain('<a href="/">Not now</a>')
      const saved = await web.post('/account/name', { name: 'Ben', next }, withCookie(cookie))
      expect(saved.headers.location).toBe('/')
    }
  })

  test('refuses a name that is too long, and keeps what was typed', async () => {
    const page = await web.post('/account/name', { name: 'x'.repeat(151), next: '/' }, withCookie(cookie))
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('x'.repeat(151))
  })
})

test('other sites, strangers and opening a page change nothing', async () => {
  const before = await everyRow(world)
  for (const [url, fields] of [
    ['/account', PROFILE],
    ['/account/name', { name: 'Eve' }],
    ['/account/mails', {}],
    ['/account/sessions/end', { session: 'others' }],
  ] as [string, Record<string, string>][]) {
    const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', cookie }
    expect((await web.post(url, fields, evil)).statusCode).toBe(403)
    const stranger = await web.post(url, fields)
    expect([stranger.statusCode, stranger.headers.location]).toEqual([303, '/sign-in?next=%2Faccount'])
    await web.get(url, cookie)
  }
  expect(await everyRow(world)).toEqual(before)
})

test('pages let browsers send the origin of forms to us only, and other responses send no referrer', async () => {
  expect((await web.get('/account', cookie)).headers['referrer-policy']).toBe('same-origin')
  expect((await web.get('/help')).headers['referrer-policy']).toBe('same-origin')
  expect((await web.get('/favicon.svg')).headers['referrer-policy']).toBe('no-referrer')
})
