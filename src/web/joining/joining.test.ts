import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, signedInCookie } from '../../../test/group-web.ts'
import { type JoiningWorld, LINKS, NEW, openJoiningWorld, REQUESTS } from '../../../test/joining.ts'
import { shownCommand } from '../../../test/shown-command.ts'
import { cookiesOf, insideOf, mailed, sessionOf, withCookie } from '../../../test/sign-in.ts'
import { makePoll } from '../../../test/tell.ts'
import { everyRow, openWeb } from '../../../test/web.ts'

let at: JoiningWorld

beforeEach(async () => {
  at = await openJoiningWorld()
})

async function counted(): Promise<[number, number]> {
  const [row] = await at.query('select memberships, pending_memberships from group_counts')
  return [row?.memberships, row?.pending_memberships]
}

describe('the mail to someone who joins by a link', () => {
  async function asked(fields: Record<string, string> = {}) {
    const { token } = await at.makeLink(fields)
    const answer = await at.web.post('/join', { k: token, name: 'Nina Oak', address: NEW })
    const [mail] = await mailed(at.world, at.outbox)
    return { mail, k: insideOf(mail).token, cookie: cookiesOf(answer) }
  }
  const confirm = (k: string, name = 'Nina Oak') => at.web.post('/join/confirm', { k, name })

  test('names the group, and its one button joins, in any browser', async () => {
    const { mail, k } = await asked()
    expect(mail?.email.subject).toBe('Join Mill Lane Co-op')
    expect(mail?.email.text).toContain('Use the link or the code below to join Mill Lane Co-op.')
    expect(mail?.email.text).not.toContain('Nina')
    const { body } = await at.web.get(`/join/confirm?k=${k}`)
    for (const words of [
      '<h1 dir="auto">Mill Lane Co-op',
      'value="Nina Oak"',
      'n•••@far.example',
      'Join group',
    ])
      expect(body).toContain(words)
    expect(await at.member(NEW)).toBeUndefined()
    const joined = await confirm(k)
    expect(joined.headers.location).toBe('/g/mill-lane?joined')
    expect((await at.web.get('/g/mill-lane', cookiesOf(joined))).statusCode).toBe(200)
    expect(await at.member(NEW)).toMatchObject({ name: 'Nina Oak', email_verified: true })
  })

  test('says whom it replaces where somebody else is signed in', async () => {
    const { k } = await asked()
    const ada = await sessionOf(at.world, at.world.ada.id)
    const words =
      'You are signed in as ada@mill.example. If you continue, this browser will be signed in as n•••@far.example'
    expect((await at.web.get(`/join/confirm?k=${k}`, ada)).body).toContain(words)
    expect((await at.web.get(`/join/confirm?k=${k}`)).body).not.toContain('If you continue')
  })

  test('says where an admin decides, and its button asks', async () => {
    const { mail, k } = await asked({ asks: 'true' })
    expect(mail?.email.subject).toBe('Ask to join Mill Lane Co-op')
    const asking = (await at.web.get(`/join/confirm?k=${k}`)).body
    expect(asking).toContain('Ask to join</button>')
    expect(asking).toContain('You ask to join with the address')
    const done = await confirm(k)
    expect(done.headers.location).toMatch(/^\/join\/wish\?id=/)
    expect(await at.states()).toEqual(['waiting'])
  })

  test('needs a name, and its link works once', async () => {
    const { k } = await asked()
    expect((await confirm(k, ' ')).statusCode).toBe(422)
    expect(await at.member(NEW)).toBeUndefined()
    expect((await confirm(k)).statusCode).toBe(303)
    for (const answer of [await confirm(k), await at.web.get(`/join/confirm?k=${k}`)])
      expect([answer.statusCode, answer.body.includes('there is nothing left to do here')]).toEqual([
        410,
        true,
      ])
  })

  test('is answered on the page of the code, too, once its button was pressed', async () => {
    const { k, cookie } = await asked()
    const session = cookiesOf(await confirm(k))
    const elsewhere = await at.web.get('/join/code', cookie)
    expect([elsewhere.statusCode, elsewhere.body.includes('If you have used one of them')]).toEqual([
      410,
      true,
    ])
    expect(elsewhere.body).not.toContain('Go to your groups')
    expect((await at.web.get('/join/code', session)).body).toContain('Go to your groups')
  })

  test('joins nobody by a link that only signs in', async () => {
    await at.web.post('/sign-in', { address: at.world.ada.email, next: '/' })
    const { token } = insideOf((await mailed(at.world, at.outbox))[0])
    expect((await at.web.get(`/join/confirm?k=${token}`)).statusCode).toBe(410)
    expect((await confirm(token)).statusCode).toBe(410)
    expect((await at.web.get(`/sign-in/link?k=${token}`)).statusCode).toBe(200)
  })
})

test('without a mail server, no page promises a code: it says who can give a link', async () => {
  const { token, path } = await at.makeLink()
  const silent = await openWeb(at.world)
  expect((await silent.get(path)).body).not.toMatch(/send a code|Send code/)
  const cookie = cookiesOf(await silent.post('/join', { k: token, name: 'Nina Oak', address: NEW }))
  const { body } = await silent.get('/join/code', cookie)
  expect(body).not.toMatch(/We sent|name="code"|Check your email/)
  expect(body).toContain(shownCommand(`npx folkmoot sign-in-link --email ${NEW}`))
  expect(body).toContain('open the group’s link again to join')
})

describe('joining at once', () => {
  test('a stranger joins with a mailed code, gets a ballot, and is signed in', async () => {
    await makePoll(at.world, { settings: {} })
    const { token, path } = await at.makeLink()
    const { body } = await at.web.get(path)
    for (const words of ['Mill Lane Co-op', '<bdi>Ada Vale</bdi> invites you', 'Send code'])
      expect(body).toContain(words)
    expect(await at.member(NEW)).toBeUndefined()
    const before = await counted()
    const { entered, session } = await at.comeIn(token)
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/g/mill-lane?joined'])
    expect(await at.member(NEW)).toMatchObject({ name: 'Nina Oak', email_verified: true, admin: false })
    expect((await at.web.get('/g/mill-lane', session)).statusCode).toBe(200)
    expect(
      await at.query('select 1 from electorate e join users u on u.id = e.user_id where email = $1', [NEW]),
    ).toHaveLength(1)
    expect(await counted()).toEqual([before[0] + 1, before[1]])
    expect(await at.news()).toEqual([])
    expect(decoded((await at.get(LINKS, 'ada')).body)).toContain('Joined: 1')
  })

  test('nobody joins with an address they do not own', async () => {
    const { token } = await at.makeLink()
    const asked = await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    const cookie = cookiesOf(asked)
    await mailed(at.world, at.outbox)
    const wrong = await at.web.post('/join/code', { code: '000 001', name: 'Nina' }, withCookie(cookie))
    expect(wrong.statusCode).toBe(422)
    expect(await at.states()).toEqual(['unconfirmed'])
    expect(await at.member(NEW)).toBeUndefined()
  })

  test('the last of five attempts says that they are used up, and how to get another mail', async () => {
    const { token } = await at.makeLink()
    for (const address of [NEW, 'ben@mill.example']) {
      const cookie = cookiesOf(await at.web.post('/join', { k: token, name: 'Nina', address }))
      await mailed(at.world, at.outbox)
      const enter = () => at.web.post('/join/code', { code: '000 001', name: 'Nina' }, withCookie(cookie))
      for (let turn = 1; turn < 5; turn++) expect((await enter()).statusCode).toBe(422)
      for (const over of [await enter(), await enter(), await at.web.get('/join/code', cookie)]) {
        expect(over.statusCode).toBe(410)
        expect(over.body).toContain('Codes stop working after 5 wrong attempts. Request a new email')
        expect(decoded(over.body)).toContain('To get a new email, open the group’s link again.')
        expect(over.body).not.toContain('name="code"')
      }
    }
  })

  test('the page is the same for known and unknown addresses', async () => {
    const { token } = await at.makeLink()
    const one = await at.web.post('/join', { k: token, name: 'Nina', address: NEW })
    const other = await at.web.post('/join', { k: token, name: 'Nina', address: 'ben@mill.example' })
    expect([one.statusCode, one.headers.location]).toEqual([other.statusCode, other.headers.location])
  })

  test('a signed-in person needs one button, and a member lands in the group', async () => {
    const { token, path } = await at.makeLink()
    expect((await at.get(path, 'stranger')).body).toContain('Join group')
    expect((await at.post('/join', 'stranger', { k: token })).headers.location).toBe('/g/mill-lane?joined')
    expect((await at.get(path, 'stranger')).headers.location).toBe('/g/mill-lane')
    expect((await at.post('/join', 'ben', { k: token })).headers.location).toBe('/g/mill-lane')
    expect((await at.post('/join', 'cleo', { k: token, name: 'Cleo' })).headers.location).toBe(
      '/g/mill-lane?joined',
    )
    const [{ joined } = { joined: 0 }] = await at.query('select joined from join_links')
    expect(joined).toBe(1)
  })

  test('opening pages changes nothing', async () => {
    const { path, token } = await at.makeLink({ asks: 'true' })
    await at.post('/join', 'stranger', { k: token })
    const before = await everyRow(at.world)
    for (const url of [path, `/join/sheet?k=${token}`, REQUESTS, LINKS, '/join/code'])
      for (const who of ['outsider', 'ada', 'stranger'] as const) await at.get(url, who)
    expect(await everyRow(at.world)).toEqual(before)
  })
})

test('wrong names and addresses are named beside their fields', async () => {
  const { token } = await at.makeLink()
  const wrong = await at.web.post('/join', { k: token, name: ' ', address: 'nobody' })
  expect([wrong.statusCode, wrong.body.match(/class="mend"/g)?.length]).toEqual([422, 2])
  const posing = await at.web.post('/join', { k: token, name: 'ada@example.org', address: NEW })
  expect(posing.statusCode).toBe(422)
  expect(await at.states()).toEqual([])
})

test('where nobody signs in by mail, strangers sign in first, and then join', async () => {
  const { token, path } = await at.makeLink()
  const issuer = 'https://login.example'
  const OFF = { SIGN_IN_BY_MAIL: 'off', OIDC_ACME_ISSUER: issuer, OIDC_ACME_CLIENT_ID: 'folkmoot' }
  const off = await openWeb(at.world, { SMTP_URL: 'smtp://localhost', ...OFF })
  expect((await off.get(path)).body).toContain('Send code')
  await at.query(
    "insert into identities (issuer, subject, user_id, signed_in_at) values ($1, 'ada', $2, now())",
    [issuer, at.people.ada],
  )
  for (const address of [NEW, at.world.ada.email]) {
    const refused = await off.post('/join', { k: token, name: 'Nina Oak', address })
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([403, undefined])
  }
  expect(await at.query("select from sign_ins where purpose = 'sign_in'")).toEqual([])
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
  const { token } = await at.makeLink()
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const answer = await at.post('/join', 'stranger', { k: token }, foreign)
  expect(answer.statusCode).toBe(403)
  expect(await at.states()).toEqual([])
})

test('twenty people at once never exceed the number of a link', async () => {
  const { token } = await at.makeLink({ most: '3' })
  const people = await at.query(
    "insert into users (name, email) select 'P' || k, 'p' || k || '@far.example' from generate_series(1, 20) k returning id",
  )
  const cookies = await Promise.all(people.map(({ id }) => signedInCookie(at.world, id)))
  await Promise.all(cookies.map((cookie) => at.web.post('/join', { k: token }, withCookie(cookie))))
  expect((await at.query('select joined from join_links'))[0]).toEqual({ joined: 3 })
  expect(
    await at.query(
      "select 1 from memberships m join users u on u.id = m.user_id where u.email like 'p%@far.example'",
    ),
  ).toHaveLength(3)
})

describe('who has a name and types another one to join is told that it has no effect', () => {
  const told = 'Others here see you as <bdi>Otto</bdi>.'
  const noteAt = async (path: unknown, session: string) => {
    expect(path).toBe('/g/mill-lane?joined=called')
    return (await at.web.get(String(path), session)).body
  }

  beforeEach(async () => {
    await at.query("insert into users (name, email) values ('Otto', $1)", [NEW])
  })

  test('by the code', async () => {
    const { token } = await at.makeLink()
    const { entered, session } = await at.comeIn(token, NEW, 'Otto Visser')
    expect(await noteAt(entered.headers.location, session)).toContain(told)
    expect((await at.web.get('/account/name', session)).body).toContain('value="Otto"')
  })

  test('by the button in the mail, in another browser', async () => {
    const { token } = await at.makeLink()
    await at.web.post('/join', { k: token, name: 'Otto Visser', address: NEW })
    const [mail] = await mailed(at.world, at.outbox)
    const entered = await at.web.post('/join/confirm', { k: insideOf(mail).token })
    expect(await noteAt(entered.headers.location, cookiesOf(entered))).toContain(told)
  })

  test('and nobody else', async () => {
    const { token } = await at.makeLink()
    const { entered, session } = await at.comeIn(token, NEW, ' Otto ')
    expect(entered.headers.location).toBe('/g/mill-lane?joined')
    expect((await at.web.get('/g/mill-lane?joined', session)).body).not.toContain('Others here')
  })
})

test('who joins with the name of a member is told what tells them apart', async () => {
  const noted = async (name: string) => {
    await at.query('update users set name = $1 where id = $2', [name, at.people.stranger])
    return decoded((await at.get('/g/mill-lane?joined', 'stranger')).body)
  }
  const { token } = await at.makeLink()
  await at.post('/join', 'stranger', { k: token })
  const [{ name }] = await at.query('select name from users where id = $1', [at.people.ben])
  const said = `In Mill Lane Co-op, another member has this name too. The number (#${at.people.stranger})`
  expect(await noted(name)).toContain(said)
  expect(await noted('Somebody Else')).not.toContain(said)
})
