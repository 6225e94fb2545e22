import { beforeEach, describe, expect, test } from 'vitest'
import { openInvitation } from '../../../../test/invitation.ts'
import { cookiesOf, rowsIn, sessionOf } from '../../../../test/sign-in.ts'
import { makePoll } from '../../../../test/tell.ts'
import { copiedTokenFor, everyRow, keyOf, SAME_ORIGIN, type Web } from '../../../../test/web.ts'
import type { World } from '../../../../test/world.ts'
import { change, SYSTEM } from '../../../db/db.ts'
import { createGroup } from '../../../groups/create-group.ts'
import { newToken } from '../../../users/secret.ts'
import { ensurePeople } from '../../../users/users-store.ts'

const NAME = { own_name: 'Ben Ash' }

let world: World
let web: Web
let ben: number
let token: string

beforeEach(async () => {
  ;({ world, web, ben, token } = await openInvitation())
})

async function accepted(): Promise<boolean> {
  const { rows } = await world.db.pool.query(
    'select 1 from memberships where user_id = $1 and accepted_at is not null',
    [ben],
  )
  return rows.length > 0
}

test('the page shows who invites to which group, and opening it makes nobody a member', async () => {
  const before = await everyRow(world)
  const { page } = await web.follow('/g/mill-lane', token)
  for (const words of [
    'Mill Lane Co-op',
    '<bdi>Unnamed person</bdi> invited you, <bdi>b•••@mill.example</bdi>, to this group',
    'It has 1 member.',
    'Join Mill Lane Co-op</button>',
  ])
    expect(page.body).toContain(words)
  expect(page.headers['referrer-policy']).toBe('same-origin')
  expect(await everyRow(world)).toEqual(before)
})

test('the button makes the person a member, and the page says so from then on', async () => {
  const { cookie } = await web.follow('/g/mill-lane', token)
  const answer = await web.post('/g/mill-lane/join', NAME, { ...SAME_ORIGIN, cookie })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/g/mill-lane?joined'])
  const page = await web.get('/g/mill-lane', cookie)
  expect(page.body).toContain('You are a member of Mill Lane Co-op.')
  expect(page.body).not.toContain('action="/g/mill-lane/join"')
  const before = await everyRow(world)
  const again = await web.post('/g/mill-lane/join', NAME, { ...SAME_ORIGIN, cookie })
  expect([again.statusCode, again.headers.location]).toEqual([303, '/g/mill-lane'])
  expect((await everyRow(world))['group_counts']).toBe(before['group_counts'])
})

describe('a person who joins', () => {
  const join = async (by: string, also = '', name: Record<string, string> = NAME) => {
    const { cookie } = await web.follow('/g/mill-lane', by)
    const browser = also === '' ? cookie : `${cookie}; ${also}`
    const answer = await web.post('/g/mill-lane/join', name, { ...SAME_ORIGIN, cookie: browser })
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/g\/mill-lane(\?joined)?$/),
    ])
    const cookies = [browser, cookiesOf(answer)].filter((one) => one !== '').join('; ')
    return {
      session: /__Host-folkmoot_session=[^;]+/.exec(cookiesOf(answer))?.[0] ?? '',
      page: (await web.get(String(answer.headers.location), cookies)).body,
    }
  }
  const sessions = () => rowsIn(world, 'sessions')
  const verified = () => rowsIn(world, `users where id = ${ben} and email_verified`)
  const copied = () => copiedTokenFor(world, 'invitation', { user_id: ben })

  test('by the mailed link for the first time is signed in, and sees the polls to vote in', async () => {
    const key = await keyOf(world, 'polls', await makePoll(world, { settings: { title: 'New <roof>' } }))
    const { session, page } = await join(token)
    expect(session).toMatch(/^__Host-folkmoot_session=/)
    expect(await verified()).toBe(1)
    for (const words of [
      'You joined Mill Lane Co-op.',
      '1 poll is waiting for your vote',
      `<a href="/p/${key}?own" dir="auto">New &lt;roof></a>`,
    ])
      expect(page).toContain(words)
    expect((await web.get(`/p/${key}`, session)).statusCode).toBe(200)
  })

  test('is signed in by that link only once, even with fifty simultaneous requests', async () => {
    const { cookie } = await web.follow('/g/mill-lane', token)
    const tries = Array.from({ length: 50 }, () =>
      web.post('/g/mill-lane/join', NAME, { ...SAME_ORIGIN, cookie }),
    )
    const answers = await Promise.all(tries)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(303))
    expect(answers.filter((answer) => cookiesOf(answer) !== '')).toHaveLength(1)
    expect(await sessions()).toBe(1)
    expect((await join(token)).session).toBe('')
    expect(await sessions()).toBe(1)
  })

  test('whose answer was lost is signed in when the browser sends the same form again, and by no other', async () => {
    const { cookie } = await web.follow('/g/mill-lane', token)
    const once = /name="once" value="([^"]+)"/.exec((await web.get('/g/mill-lane', cookie)).body)?.[1] ?? ''
    expect(once).not.toBe('')
    const send = (form: Record<string, string>) =>
      web.post('/g/mill-lane/join', form, { ...SAME_ORIGIN, cookie })
    const first = await send({ ...NAME, once })
    const again = await send({ ...NAME, once })
    const sessionIn = (answer: typeof first) => /folkmoot_session=[^;]+/.exec(cookiesOf(answer))?.[0]
    expect(sessionIn(first)).toBeDefined()
    expect([again.headers.location, sessionIn(again)]).toEqual([first.headers.location, sessionIn(first)])
    expect(await sessions()).toBe(1)
    expect(cookiesOf(await send({ ...NAME, once: newToken() }))).toBe('')
    await world.db.pool.query('delete from sessions')
    await send({ ...NAME, once })
    expect(await sessions()).toBe(0)
  })

  test('is not signed in by it after they signed out, were removed and are invited again', async () => {
    await join(token)
    await world.db.pool.query('delete from sessions')
    await world.db.pool.query('update memberships set accepted_at = null where user_id = $1', [ben])
    const again = await join(token)
    expect([again.session, await sessions()]).toEqual(['', 0])
    expect(again.page).toContain('You joined Mill Lane Co-op.')
  })

  test('is not signed in if they signed in before, have a session of an earlier version, or joined another group', async () => {
    const { pool } = world.db
    const { group } = await change(world.db, SYSTEM, (act) =>
      createGroup(act, {
        name: 'Elsewhere',
        handle: 'elsewhere',
        admin_email: 'x@y.example',
        parent_handle: null,
      }),
    )
    for (const [before, after] of [
      [
        'update users set signed_in_at = now() where id = $1',
        'update users set signed_in_at = null where id = $1',
      ],
      [
        "insert into sessions (hash, user_id, expires_at) select sha256('a'), $1, now() + interval '1 day'",
        'delete from sessions where user_id = $1',
      ],
      [
        `insert into memberships (group_id, user_id, accepted_at) select ${group.id}, $1, now()`,
        `delete from memberships where user_id = $1 and group_id = ${group.id}`,
      ],
    ] as const) {
      await pool.query(before, [ben])
      expect((await join(token)).session).toBe('')
      await pool.query(after, [ben])
      await pool.query('update memberships set accepted_at = null where user_id = $1', [ben])
    }
    // An invitation that they have not accepted makes no difference.
    await pool.query(`insert into memberships (group_id, user_id) select ${group.id}, $1`, [ben])
    expect((await join(token)).session).not.toBe('')
  })

  test('by a link that an admin copied is not signed in, and their address is not verified', async () => {
    await makePoll(world, { settings: { title: 'A new roof' } })
    const { session, page } = await join(await copied())
    expect([session, await sessions(), await verified()]).toEqual(['', 0, 0])
    expect(await accepted()).toBe(true)
    expect(page).toContain('You joined Mill Lane Co-op.')
    expect(page).toContain('A new roof')
    expect(page).toContain('href="/sign-in?next=%2Fg%2Fmill-lane"')
    expect(page).not.toContain('ben@mill.example')
    expect(page).not.toContain('href="/p/')
  })

  test('and is not signed in sees times in the zone of their browser', async () => {
    await makePoll(world, { settings: { title: 'A new roof' } })
    const { page } = await join(await copied(), 'folkmoot_zone=Asia/Tokyo')
    expect(page).toMatch(/Closes .*Japan Time/)
    expect(page).not.toMatch(/UTC/)
  })

  test('by a copied link is not signed in by the mailed link later: they had joined already', async () => {
    await join(await copied())
    expect((await join(token)).session).toBe('')
    expect(await sessions()).toBe(0)
  })

  test('by a link alone does not see whether they voted in an anonymous poll', async () => {
    const poll_id = await makePoll(world, { settings: { title: 'Who chairs', anonymous: true } })
    const by = await copied()
    await join(by)
    const before = (await join(by)).page
    await world.db.pool.query('update electorate set voted = true where poll_id = $1 and user_id = $2', [
      poll_id,
      ben,
    ])
    expect((await join(by)).page).toBe(before)
    expect(before).toContain('Who chairs')
  })

  test('does not sign in another person in this browser', async () => {
    const [zoe = 0] = await change(world.db, SYSTEM, ({ tx }) => ensurePeople(tx, ['zoe@mill.example']))
    const cookie = await sessionOf(world, zoe)
    const { cookie: link } = await web.follow('/g/mill-lane', token)
    expect((await web.get('/g/mill-lane', `${link}; ${cookie}`)).body).toContain(
      'You are signed in as <bdi>z•••@mill.example</bdi>, but this invitation is for <bdi>b•••@mill.example</bdi>',
    )
    const { session, page } = await join(token, cookie)
    expect(session).toBe('')
    expect(await accepted()).toBe(true)
    expect(page).toContain('Ben Ash joined Mill Lane Co-op.')
    expect(page).not.toContain('If you accept it')
    expect(page).not.toContain('You joined')
  })

  test('joins also in a browser in which another member is signed in, who sees whose link it is', async () => {
    const session = await sessionOf(world, world.ada.id)
    const opened = await web.get(`/g/mill-lane?k=${token}`, session)
    const cookie = `${session}; ${cookiesOf(opened)}`
    const at = String(opened.headers.location)
    const page = await web.get(at, cookie)
    expect(page.body).toContain(
      ', but this invitation is for <bdi>b•••@mill.example</bdi>. If you accept it, they join, not you.',
    )
    expect(page.body).toContain(`name="shown_to" value="${ben}"`)
    expect(page.body).toContain('<a href="/g/mill-lane">Back to the group</a>')
    expect((await web.get('/g/mill-lane', cookie)).body).not.toContain('this invitation is for')
    const sent = { ...NAME, shown_to: String(ben) }
    const unnamed = { own_name: '', shown_to: String(ben) }
    const refused = await web.post('/g/mill-lane/join', unnamed, { ...SAME_ORIGIN, cookie })
    expect(refused.statusCode).toBe(422)
    expect(await accepted()).toBe(false)
    const answer = await web.post('/g/mill-lane/join', sent, { ...SAME_ORIGIN, cookie })
    expect(answer.statusCode).toBe(303)
    expect(await accepted()).toBe(true)
    const { body } = await web.get(String(answer.headers.location), cookie)
    expect(body).toContain('Ben Ash joined Mill Lane Co-op.')
    expect(body).not.toContain('You joined')
    // Without its cookie, the address is that of the group.
    expect((await web.get(at, session)).statusCode).toBe(200)
  })

  test('sees the message about joining once, not after a second press or after joining for someone else', async () => {
    expect((await join(token)).page).toContain('You joined Mill Lane Co-op.')
    expect((await join(token)).page).not.toContain('You joined')
    const cookie = await sessionOf(world, world.ada.id)
    expect((await join(token, cookie)).page).not.toContain('You joined')
  })

  test('sees the name they were given, and is asked for their own', async () => {
    await world.db.pool.query('insert into given_names (group_id, user_id, name) values ($1, $2, $3)', [
      world.group.id,
      ben,
      'Ben Given',
    ])
    expect((await web.follow('/g/mill-lane', token)).page.body).toContain(
      'invited you, <bdi>Ben Given</bdi>, to this group',
    )
    const own = await web.get('/g/mill-lane', await sessionOf(world, ben))
    expect(own.body).toContain('invited you, <bdi>Ben Given</bdi>, to this group')
    await world.db.pool.query('delete from sessions; update users set signed_in_at = null')
    const { page } = await join(token, '', {})
    expect(page).toContain('Others here see you as <bdi>Ben Given</bdi>.')
    expect(page).not.toContain('Add your name')
  })
})
