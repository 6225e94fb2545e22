import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld, signedInCookie } from '../../../test/group-web.ts'
import { openPost, type Post } from '../../../test/post.ts'
import { cookiesOf, insideOf, mailed, withCookie } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { everyRow, openWeb } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { purgeRequests } from '../../members/joining/purge-requests.ts'
import { loadArchive } from '../../personal-data/load-archive.ts'
import { LIMITS } from '../../users/limit.ts'

const LINKS = '/g/mill-lane/links'
const REQUESTS = '/g/mill-lane/requests'
const NEW = 'nina@far.example'

let at: GroupWorld
let post: Post

beforeEach(async () => {
  at = await openGroupWorld({ SMTP_URL: 'smtp://localhost' })
  post = await openPost(at.world)
  await post.deliver()
})

const query = async (text: string, values: unknown[] = []) =>
  (await at.world.db.pool.query(text, values)).rows

/** A new link of the group, as Ada gets it: its address and token. */
async function makeLink(fields: Record<string, string> = {}) {
  const { body, statusCode } = await at.post(LINKS, 'ada', { asks: 'false', ...fields })
  expect(statusCode).toBe(200)
  const token = /\/join\?k=([\w-]{32})/.exec(body)?.[1] ?? ''
  return { body, token, path: `/join?k=${token}` }
}

/** Fills in the form as a stranger, and shows the mailed code. */
async function comeIn(token: string, address = NEW, name = 'Nina Oak') {
  const asked = await at.web.post('/join', { k: token, name, address })
  expect([asked.statusCode, asked.headers.location]).toEqual([303, expect.stringMatching(/^\/join\/code\?/)])
  const cookie = cookiesOf(asked)
  const [mail] = await mailed(at.world, post)
  const { code } = insideOf(mail)
  const entered = await at.web.post('/join/code', { code, name }, withCookie(cookie))
  return { entered, mail, session: cookiesOf(entered) }
}

async function member(address: string) {
  const [row] = await query(
    `select m.*, u.name, u.email_verified from memberships m join users u on u.id = m.user_id
     where u.email = $1 and m.revoked_at is null and m.accepted_at is not null`,
    [address],
  )
  return row
}

async function counted(): Promise<[number, number]> {
  const [row] = await query('select memberships, pending_memberships from group_counts')
  return [row?.memberships, row?.pending_memberships]
}

const states = async () =>
  (await query('select state from join_requests order by id')).map(({ state }) => state)

/** What arrived by mail since, as address and subject. */
async function news() {
  const before = post.smtp.received.length
  await post.deliver()
  return post.smtp.received.slice(before).map(({ to, email }) => `${to}: ${email.subject}`)
}

describe('joining at once', () => {
  test('a stranger joins with a mailed code, gets a ballot, and is signed in', async () => {
    await makePoll(at.world, { settings: {} })
    const { token, path } = await makeLink()
    const { body } = await at.web.get(path)
    for (const words of ['Mill Lane Co-op', '<bdi>Ada Vale</bdi> invites you', 'Send code'])
      expect(body).toContain(words)
    expect(await member(NEW)).toBeUndefined()
    const before = await counted()
    const { entered, session } = await comeIn(token)
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/g/mill-lane?joined'])
    expect(await member(NEW)).toMatchObject({ name: 'Nina Oak', email_verified: true, admin: false })
    expect((await at.web.get('/g/mill-lane', session)).statusCode).toBe(200)
    expect(
      await query('select 1 from electorate e join users u on u.id = e.user_id where email = $1', [NEW]),
    ).toHaveLength(1)
    expect(await counted()).toEqual([before[0] + 1, before[1]])
    expect(await news()).toEqual([])
    expect(decoded((await at.get(LINKS, 'ada')).body)).toContain('Joined: 1')
  })

  test('nobody joins with an address they do not own', async () => {
    const { token } = await makeLink()
    const asked = await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    const cookie = cookiesOf(asked)
    await mailed(at.world, post)
    const wrong = await at.web.post('/join/code', { code: '000 001', name: 'Nina' }, withCookie(cookie))
    expect(wrong.statusCode).toBe(422)
    expect(await states()).toEqual(['unconfirmed'])
    expect(await member(NEW)).toBeUndefined()
  })

  test('the page is the same for known and unknown addresses', async () => {
    const { token } = await makeLink()
    const one = await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    const other = await at.web.post('/join', { k: token, name: 'Nina', address: 'ben@mill.example' })
    expect([one.statusCode, one.headers.location]).toEqual([other.statusCode, other.headers.location])
  })

  test('someone who opens the mailed link elsewhere finishes with a button', async () => {
    const { token } = await makeLink()
    await at.web.post('/join', { k: token, name: 'Nina Oak', address: NEW })
    const [mail] = await mailed(at.world, post)
    const entered = await at.web.post('/sign-in/link', { k: insideOf(mail).token })
    const session = cookiesOf(entered)
    const [{ id } = { id: 0 }] = await query('select id from join_requests')
    const page = await at.web.get(`/join/wish?id=${id}`, session)
    expect(page.body).toContain('value="Nina Oak"')
    expect(await member(NEW)).toBeUndefined()
    const done = await at.web.post('/join/wish', { id: String(id), name: 'Nina Oak' }, withCookie(session))
    expect(done.headers.location).toBe('/g/mill-lane?joined')
    expect(await member(NEW)).toMatchObject({ name: 'Nina Oak' })
  })

  test('a signed-in person needs one button, and a member lands in the group', async () => {
    const { token, path } = await makeLink()
    expect((await at.get(path, 'stranger')).body).toContain('Join group')
    expect((await at.post('/join', 'stranger', { k: token })).headers.location).toBe('/g/mill-lane?joined')
    expect((await at.get(path, 'stranger')).headers.location).toBe('/g/mill-lane')
    expect((await at.post('/join', 'ben', { k: token })).headers.location).toBe('/g/mill-lane')
    expect((await at.post('/join', 'cleo', { k: token, name: 'Cleo' })).headers.location).toBe(
      '/g/mill-lane?joined',
    )
    const [{ joined } = { joined: 0 }] = await query('select joined from join_links')
    expect(joined).toBe(1)
  })

  test('opening pages changes nothing', async () => {
    const { path, token } = await makeLink({ asks: 'true' })
    await at.post('/join', 'stranger', { k: token })
    const before = await everyRow(at.world)
    for (const url of [path, `/join/sheet?k=${token}`, REQUESTS, LINKS, '/join/code'])
      for (const who of ['outsider', 'ada', 'stranger'] as const) await at.get(url, who)
    expect(await everyRow(at.world)).toEqual(before)
  })
})

describe('asking first', () => {
  test('admins are told, and approve; the person is told and in', async () => {
    const { token } = await makeLink({ asks: 'true' })
    const { entered, session } = await comeIn(token)
    const wish = String(entered.headers.location)
    expect(wish).toMatch(/^\/join\/wish\?id=\d+$/)
    expect((await at.web.get(wish, session)).body).toContain('Your request is waiting')
    expect(await member(NEW)).toBeUndefined()
    expect(await news()).toEqual(['ada@mill.example: Nina Oak asks to join Mill Lane Co-op'])
    expect(post.smtp.received.at(-1)?.email.text).toContain(`https://moot.example.org${REQUESTS}`)
    expect((await at.get('/g/mill-lane/members', 'ada')).body).toContain('One request to join is waiting')
    const { body } = await at.get(REQUESTS, 'ada')
    expect(body).toContain('Nina Oak')
    expect(body).toContain(NEW)
    const approve = /action="([^"]+\/approve)"/.exec(body)?.[1] ?? ''
    expect((await at.get(approve, 'ada')).statusCode).toBe(404)
    expect((await at.post(approve, 'ben')).statusCode).toBe(403)
    expect((await at.post(approve, 'ada')).headers.location).toBe(`${REQUESTS}?done=approved`)
    expect(await member(NEW)).toMatchObject({ name: 'Nina Oak', inviter_id: at.people.ada })
    expect((await at.post(approve, 'ada')).statusCode).toBe(404)
    expect(await news()).toEqual([`${NEW}: Welcome to Mill Lane Co-op`])
    const history = decoded((await at.get('/g/mill-lane/history', 'ada')).body)
    for (const words of ['created a link to join', 'asked to join', 'approved the request from'])
      expect(history).toContain(words)
  })

  test('a declined person is told politely, and may not ask again at once', async () => {
    const { token, path } = await makeLink({ asks: 'true' })
    const { session } = await comeIn(token)
    await news()
    const decline = /formaction="([^"]+\/decline)"/.exec((await at.get(REQUESTS, 'ada')).body)?.[1] ?? ''
    await at.post(decline, 'ada')
    expect(await news()).toEqual([`${NEW}: Your request to join Mill Lane Co-op`])
    expect((await at.web.get(path, session)).statusCode).toBe(409)
    const again = await at.web.post('/join', { k: token }, withCookie(session))
    expect(again.statusCode).toBe(409)
    expect(await states()).toEqual(['declined'])
    await query("update join_requests set answered_at = now() - interval '8 days'")
    await at.web.post('/join', { k: token }, withCookie(session))
    expect(await states()).toEqual(['waiting'])
  })

  test('a removed person asks first, also by a link for joining at once', async () => {
    const { token } = await makeLink()
    const answer = await at.post('/join', 'gone', { k: token, name: 'Gone Person' })
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringContaining('Your request is waiting'),
    ])
    expect((await at.get(REQUESTS, 'ada')).body).toContain('This person was a member and was removed.')
  })

  test('a name that imitates a member’s is shown beside the request', async () => {
    const { token } = await makeLink({ asks: 'true' })
    await comeIn(token, NEW, 'Аdа Vаle')
    const { body } = await at.get(REQUESTS, 'ada')
    expect(body).toContain('This name is similar to the name of the member <bdi>Ada Vale</bdi>')
  })
})

describe('a link that takes nobody', () => {
  const refused = async (token: string) => {
    const page = await at.web.get(`/join?k=${token}`)
    const sent = await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    const own = await at.post('/join', 'stranger', { k: token })
    expect(await states()).toEqual([])
    return [page.statusCode, sent.statusCode, own.statusCode, /<h1>([^<]*)/.exec(page.body)?.[1]]
  }

  test('was ended by an admin', async () => {
    const { token } = await makeLink()
    const end = /action="([^"]+\/end)"/.exec((await at.get(LINKS, 'ada')).body)?.[1] ?? ''
    expect((await at.post(end, 'ben')).statusCode).toBe(403)
    await at.post(end, 'ada')
    expect(await refused(token)).toEqual([410, 410, 410, 'This link no longer works'])
    expect((await at.post(end, 'ada')).statusCode).toBe(303)
    expect((await at.post(`${LINKS}/999/end`, 'ada')).statusCode).toBe(404)
  })

  test('is over', async () => {
    const { token } = await makeLink({ ends_at: '2099-01-01T12:00' })
    await query("update join_links set ends_at = now() - interval '1 second'")
    expect(await refused(token)).toEqual([410, 410, 410, 'This link has expired'])
  })

  test('was used up while someone typed the code', async () => {
    const { token } = await makeLink({ most: '1' })
    const asked = await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    const [mail] = await mailed(at.world, post)
    await at.post('/join', 'stranger', { k: token })
    const fields = { code: insideOf(mail).code, name: 'Nina' }
    const entered = await at.web.post('/join/code', fields, withCookie(cookiesOf(asked)))
    expect(await member(NEW)).toBeUndefined()
    const page = await at.web.get(String(entered.headers.location), cookiesOf(entered))
    expect([page.statusCode, page.body]).toEqual([
      410,
      expect.stringContaining('This link has reached its limit'),
    ])
  })

  test('is unknown, or its group is deleted', async () => {
    const { token } = await makeLink()
    expect((await at.web.get('/join?k=nobodys')).statusCode).toBe(404)
    expect((await at.web.get('/join')).statusCode).toBe(404)
    await query('update groups set suspended_at = now()')
    expect((await at.web.get(`/join?k=${token}`)).statusCode).toBe(403)
    await query('update groups set deleted_at = now()')
    expect((await at.web.get(`/join?k=${token}`)).statusCode).toBe(404)
    expect((await at.post('/join', 'stranger', { k: token })).statusCode).toBe(404)
  })

  test('is flooded: admins are told once', async () => {
    const { token } = await makeLink()
    const [{ id } = { id: 0 }] = await query('select id from join_links')
    await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    await query('update attempts set count = $1 where count < $1', [LIMITS.join_link.most])
    await query("delete from attempts where hash <> (select sha256(convert_to($1, 'UTF8')))", [
      `join_link ${id}`,
    ])
    for (const address of ['a@far.example', 'b@far.example'])
      expect((await at.web.post('/join', { k: token, name: 'Nina', address })).statusCode).toBe(429)
    expect(await news()).toEqual(['ada@mill.example: A link to join Mill Lane Co-op is being used too often'])
  })
})

describe('making a link', () => {
  test('shows it once, with its QR code and a sheet, and stores no token', async () => {
    const { body, token } = await makeLink({ ends_at: '2099-01-01T12:00', most: '30' })
    expect(body).toContain('<svg class="qr"')
    const sheet = await at.web.get(`/join/sheet?k=${token}`)
    for (const words of ['Mill Lane Co-op', `https://moot.example/join?k=${token}`, '<svg class="qr"'])
      expect(sheet.body).toContain(words)
    expect((await at.get(LINKS, 'ada')).body).not.toContain(token)
    expect(JSON.stringify(await query('select * from join_links'))).not.toContain(token)
    const [{ ends_at } = { ends_at: null }] = await query('select ends_at from join_links')
    expect(ends_at).toEqual(new Date('2099-01-01T11:00:00Z'))
  })

  test('every wrong setting is named, and nothing is made', async () => {
    for (const fields of [
      { most: '0' },
      { most: '10001' },
      { most: 'x' },
      { ends_at: 'soon' },
      { ends_at: '2020-01-01T00:00' },
    ])
      expect((await at.post(LINKS, 'ada', fields)).statusCode).toBe(422)
    const { body } = await at.post(LINKS, 'ada', { most: '0', ends_at: '2020-01-01T00:00' })
    expect(body.match(/class="mend"/g)).toHaveLength(2)
    expect(await query('select 1 from join_links')).toEqual([])
  })
})

test('wrong names and addresses are named beside their fields', async () => {
  const { token } = await makeLink()
  const wrong = await at.web.post('/join', { k: token, name: ' ', address: 'nobody' })
  expect([wrong.statusCode, wrong.body.match(/class="mend"/g)?.length]).toEqual([422, 2])
  const posing = await at.web.post('/join', { k: token, name: 'ada@example.org', address: NEW })
  expect(posing.statusCode).toBe(422)
  expect(await states()).toEqual([])
})

test('where nobody signs in by mail, strangers sign in first, and then join', async () => {
  const { token, path } = await makeLink()
  const issuer = 'https://login.example'
  const OFF = { SIGN_IN_BY_MAIL: 'off', OIDC_ACME_ISSUER: issuer, OIDC_ACME_CLIENT_ID: 'folkmoot' }
  const off = await openWeb(at.world, { SMTP_URL: 'smtp://localhost', ...OFF })
  expect((await off.get(path)).body).toContain('Send code')
  await query(
    "insert into identities (issuer, subject, user_id, signed_in_at) values ($1, 'ada', $2, now())",
    [issuer, at.people.ada],
  )
  for (const address of [NEW, at.world.ada.email]) {
    const refused = await off.post('/join', { k: token, name: 'Nina Oak', address })
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([403, undefined])
  }
  expect(await query("select from sign_ins where purpose = 'sign_in'")).toEqual([])
  const followed = await off.get(path)
  expect([followed.statusCode, followed.headers.location]).toEqual([303, '/join'])
  const kept = cookiesOf(followed)
  const { body } = await off.get('/join', kept)
  expect(body).toContain('href="/sign-in?next=%2Fjoin"')
  expect(body).not.toContain('name="address"')
  const stranger = await signedInCookie(at.world, at.people.stranger)
  const [, k = ''] =
    /name="k" value="([^"]*)"/.exec((await off.get('/join', `${kept}; ${stranger}`)).body) ?? []
  const joined = await off.post('/join', { k }, withCookie(stranger))
  expect(joined.headers.location).toBe('/g/mill-lane?joined')
})

test('another site cannot send the forms', async () => {
  const { token } = await makeLink()
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const answer = await at.post('/join', 'stranger', { k: token }, foreign)
  expect(answer.statusCode).toBe(403)
  expect(await states()).toEqual([])
})

test('a request is its person’s alone', async () => {
  const { token } = await makeLink({ asks: 'true' })
  await at.post('/join', 'stranger', { k: token })
  const [{ id } = { id: 0 }] = await query('select id from join_requests')
  expect((await at.get(`/join/wish?id=${id}`, 'ben')).statusCode).toBe(404)
  expect((await at.get(`/join/wish?id=${id}`, 'outsider')).headers.location).toContain('/sign-in')
  for (const who of ['outsider', 'stranger', 'gone', 'cleo'] as const)
    expect((await at.get(REQUESTS, who)).statusCode).toBe(404)
  expect((await at.get(REQUESTS, 'ben')).statusCode).toBe(403)
})

test('addresses that nobody confirms are forgotten after a day', async () => {
  const { token } = await makeLink()
  await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
  await at.web.post('/join', { k: token, name: 'Ben', address: 'ben@mill.example' })
  await mailed(at.world, post)
  expect(await purgeRequests(at.world.db, 10)).toBe(0)
  await query("update join_requests set asked_at = now() - interval '25 hours'")
  expect(await purgeRequests(at.world.db, 10)).toBe(2)
  expect(await query('select 1 from users where email = $1', [NEW])).toEqual([])
  expect(await query("select 1 from users where email = 'ben@mill.example'")).toHaveLength(1)
})

test('a person’s archive lists their requests', async () => {
  const { token } = await makeLink({ asks: 'true' })
  await at.post('/join', 'stranger', { k: token })
  const archive = await loadArchive(at.world.db.pool, at.people.stranger)
  expect(archive.requests).toMatchObject([{ group: 'Mill Lane Co-op', state: 'waiting' }])
})

test('leaving permanently removes a person’s requests; removing the group removes everything', async () => {
  const { token } = await makeLink({ asks: 'true' })
  await at.post('/join', 'stranger', { k: token })
  await change(at.world.db, SYSTEM, ({ tx }) =>
    tx.query("select erase_person($1, 'Former member', array['Sam'])", [at.people.stranger]),
  )
  expect(await states()).toEqual([])
  await at.post('/join', 'gone', { k: token, name: 'Gone' })
  await change(at.world.db, SYSTEM, ({ tx }) => tx.query('select remove_group($1)', [at.world.group.id]))
  expect(await query('select 1 from join_links')).toEqual([])
})

test('twenty people at once never exceed the number of a link', async () => {
  const { token } = await makeLink({ most: '3' })
  const people = await query(
    "insert into users (name, email) select 'P' || k, 'p' || k || '@far.example' from generate_series(1, 20) k returning id",
  )
  const cookies = await Promise.all(people.map(({ id }) => signedInCookie(at.world, id)))
  await Promise.all(cookies.map((cookie) => at.web.post('/join', { k: token }, withCookie(cookie))))
  expect((await query('select joined from join_links'))[0]).toEqual({ joined: 3 })
  expect(
    await query(
      "select 1 from memberships m join users u on u.id = m.user_id where u.email like 'p%@far.example'",
    ),
  ).toHaveLength(3)
})
