import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makePoll } from '../../../test/tell.ts'
import { everyRow, seen } from '../../../test/web.ts'

let at: GroupWorld

const MEMBERS = '/g/mill-lane/members'
const INVITE = '/g/mill-lane/invite'
const XSS = '<script>alert(1)</script>'
// The group is the first one, whose admins run the service.
const ADMIN = { admin: 'true', runs_service: 'true' }
const ACTS = ['role', 'title', 'name', 'remove', 'restore', 'resend', 'link']

beforeEach(async () => {
  at = await openGroupWorld()
})

async function membership(who: keyof GroupWorld['people'] | string) {
  const { rows } = await at.world.db.pool.query(
    'select m.*, u.email from memberships m join users u on u.id = m.user_id where m.user_id = $1 or u.email = $2',
    [typeof who === 'string' && who in at.people ? at.people[who as 'ada'] : 0, who],
  )
  return rows[0]
}

async function counts() {
  const { rows } = await at.world.db.pool.query(
    'select memberships, pending_memberships as pending, admin_memberships as admins from group_counts',
  )
  return rows[0]
}

async function act(
  name: string,
  on: keyof GroupWorld['people'],
  fields: Record<string, string> = {},
  who: 'ada' | 'ben' = 'ada',
) {
  return at.post(`${MEMBERS}/${(await membership(on)).id}/${name}`, who, fields)
}

test('people who are invited again were invited just now, not when they were first', async () => {
  await at.world.db.pool.query("update memberships set created_at = now() - interval '90 days'")
  await act('remove', 'ben', { confirm: 'true' })
  await at.post(INVITE, 'ada', { emails: (await membership('ben')).email, step: 'invite' })
  const line = async () =>
    /Ben Ash.*?<\/li>/s.exec(decoded((await at.get(`${MEMBERS}?list=invited`, 'ada')).body))
  expect(`${await line()}`.replace(/<[^>]*>/g, '')).toContain('invited just now')
})

describe('who sees what', () => {
  test.each(['outsider', 'stranger', 'gone', 'cleo'] as const)('%s: 404', async (who) => {
    const never = seen(await at.get('/g/nobody', who))
    const { id } = await membership('ben')
    for (const url of [MEMBERS, `${MEMBERS}/${id}`, INVITE]) expect(seen(await at.get(url, who))).toBe(never)
    const before = await everyRow(at.world)
    for (const name of ACTS)
      expect((await at.post(`${MEMBERS}/${id}/${name}`, who, { confirm: 'true' })).statusCode).toBe(404)
    expect((await at.post(INVITE, who, { emails: 'x@y.example', step: 'invite' })).statusCode).toBe(404)
    expect(await everyRow(at.world)).toEqual(before)
  })

  test('tabs are worded for many people, the role on a page for one', async () => {
    await at.world.db.pool.query("update groups set locale = 'pl'")
    const tabs = [...(await at.get(MEMBERS, 'ada')).body.matchAll(/\?list=\w+">([^<]+)/g)].map(
      ([, tab]) => tab,
    )
    expect(tabs.slice(-2)).toEqual(['Zaproszenia', 'Poza grupą'])
    const { body } = await at.get(`${MEMBERS}/${(await membership('cleo')).id}`, 'ada')
    expect(body).toContain('<dd>Zaproszenie wysłane</dd>')
  })

  test('members see names and no addresses', async () => {
    const { body } = await at.get(MEMBERS, 'ben')
    expect(body).toContain('Ada Vale')
    expect(body).not.toContain('@mill.example')
    expect((await at.get(`${MEMBERS}?list=removed`, 'ben')).body).toContain('Ada Vale')
    const searched = async (who: 'ada' | 'ben', search: string) =>
      (await at.get(`${MEMBERS}?search=${search}`, who)).body.split('class="body')[1]
    expect(await searched('ben', 'VALE')).toMatch(/Ada Vale(?!.*Ben Ash)/s)
    expect(await searched('ben', 'ben%40mill')).not.toContain('Ben Ash')
    expect(await searched('ada', 'ben%40mill')).toContain('Ben Ash')
    expect(await searched('ben', '_')).toContain('No results.')
    const { id } = await membership('ada')
    expect((await at.get(`${MEMBERS}/${id}`, 'ben')).statusCode).toBe(403)
    for (const name of ACTS) expect((await act(name, 'ada', {}, 'ben')).statusCode).toBe(403)
    expect((await at.post(INVITE, 'ben', { emails: 'x@y.example', step: 'invite' })).statusCode).toBe(403)
  })

  test('admins also see invited and removed people', async () => {
    expect((await at.get(`${MEMBERS}?list=invited`, 'ada')).body).toContain('cleo@mill.example')
    expect((await at.get(`${MEMBERS}?list=removed`, 'ada')).body).toContain('dai@mill.example')
    for (const who of ['ben', 'cleo', 'gone'] as const)
      expect((await at.get(`${MEMBERS}/${(await membership(who)).id}`, 'ada')).statusCode).toBe(200)
    expect((await at.get(`${MEMBERS}/999999`, 'ada')).statusCode).toBe(404)
  })

  test('reading the page writes nothing, and names are escaped', async () => {
    await at.world.db.pool.query('update users set name = $1 where not bot', [XSS])
    await at.world.db.pool.query('update memberships set title = $1', [XSS])
    const before = await everyRow(at.world)
    const { id } = await membership('ben')
    for (const url of [
      MEMBERS,
      `${MEMBERS}?list=invited`,
      `${MEMBERS}?list=removed`,
      `${MEMBERS}/${id}`,
      INVITE,
    ])
      expect((await at.get(url, 'ada')).body).not.toContain(XSS)
    expect(await everyRow(at.world)).toEqual(before)
  })
})

describe('inviting many', () => {
  const pasted = `Neu Mann <neu@else.example>, BEN@mill.example; cleo@mill.example\r\n\r\ndai@mill.example two@else.example neu@ELSE.example\nnot an address\n${XSS}`

  test('first shows which addresses are new, known and invalid, and changes nothing', async () => {
    const before = await everyRow(at.world)
    const page = await at.post(INVITE, 'ada', { emails: pasted, step: 'preview' })
    expect(page.statusCode).toBe(200)
    const text = decoded(page.body)
    for (const words of [
      'Will be invited (2)',
      'Will be invited again (previously in the group or invited) (1)',
      'Already in the group (1)',
      'Already invited (1)',
      'Skipped: not an email address (2)',
      'Invite 3 people</button>',
    ])
      expect(text).toContain(words)
    expect(page.body).not.toContain(XSS)
    expect(await everyRow(at.world)).toEqual(before)
    expect((await at.post(INVITE, 'ada', { emails: pasted, step: 'edit' })).body).toContain('not an address')
  })

  test('then invites them, with their ballots', async () => {
    await makePoll(at.world)
    const sent = await at.post(INVITE, 'ada', { emails: pasted, step: 'invite' })
    expect(sent.statusCode).toBe(303)
    expect((await at.get(String(sent.headers.location), 'ada')).body).toContain('people were invited.')
    expect(await counts()).toEqual({ memberships: 7, pending: 5, admins: 1 })
    expect(await membership('neu@else.example')).toMatchObject({
      inviter_id: at.people.ada,
      accepted_at: null,
    })
    const { rows } = await at.world.db.pool.query('select voters from tallies')
    expect(rows[0].voters).toBe(7)
  })

  test('an empty list is an error; another site invites nobody', async () => {
    const page = await at.post(INVITE, 'ada', { emails: ' \n', step: 'preview' })
    expect(page.statusCode).toBe(422)
    expect(decoded(page.body)).toContain('Addresses can’t be blank.')
    const fields = { emails: 'x@y.example', step: 'invite' }
    expect((await at.post(INVITE, 'ada', fields, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    const many = Array.from({ length: 1001 }, (_, place) => `p${place}@y.example`).join('\n')
    expect((await at.post(INVITE, 'ada', { emails: many, step: 'preview' })).body).toContain('are too many')
  })
})

describe('roles', () => {
  test('a member becomes an admin and a normal member again, and is counted', async () => {
    expect((await act('role', 'ben', ADMIN)).statusCode).toBe(303)
    await act('role', 'ben', ADMIN)
    expect(await counts()).toMatchObject({ admins: 2 })
    expect((await at.get('/g/mill-lane/keys', 'ben')).statusCode).toBe(200)
    await act('role', 'ada', { admin: 'false' }, 'ben')
    expect(await counts()).toMatchObject({ admins: 1 })
    expect((await at.get('/g/mill-lane/keys', 'ada')).statusCode).toBe(403)
  })

  test('a title typed above the button is saved with the role, or kept where the role is refused', async () => {
    const { body } = await at.get(`${MEMBERS}/${(await membership('ben')).id}`, 'ada')
    expect(body.match(/<form[^>]*\/title".*?<\/form>/s)?.[0]).toContain('Make an admin')
    const refused = await act('role', 'ben', { admin: 'true', title: 'Treasurer' })
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('value="Treasurer"')])
    expect((await membership('ben')).title).toBeNull()
    await act('role', 'ben', { ...ADMIN, title: 'Treasurer' })
    expect(await membership('ben')).toMatchObject({ admin: true, title: 'Treasurer' })
    await act('role', 'ben', { admin: 'false' })
    expect(await membership('ben')).toMatchObject({ admin: false, title: 'Treasurer' })
  })

  test('a title that another admin saved meanwhile is not put back by the form of an older page', async () => {
    const { id } = await membership('ben')
    const { body } = await at.get(`${MEMBERS}/${id}`, 'ada')
    const as_shown = decoded(/name="as_shown" value="([^"]*)"/.exec(body)?.[1] ?? '')
    await act('title', 'ben', { title: 'Treasurer' })
    await act('role', 'ben', { ...ADMIN, title: '', as_shown })
    expect(await membership('ben')).toMatchObject({ admin: true, title: 'Treasurer' })
    const both = await act('title', 'ben', { title: 'Secretary', as_shown }, 'ben')
    expect([both.statusCode, both.body]).toEqual([422, expect.stringContaining('value="Secretary"')])
  })

  test('the last admin stays an admin, even with simultaneous requests', async () => {
    expect((await act('role', 'ada', { admin: 'false', resigns: 'true' })).statusCode).toBe(409)
    const refused = (await act('remove', 'ada', { confirm: 'true' })).body
    expect(refused.match(/Make someone else an admin first/g)).toHaveLength(1)
    await act('role', 'ben', ADMIN)
    const [ada, ben] = [await membership('ada'), await membership('ben')]
    const answers = await Promise.all([
      at.post(`${MEMBERS}/${ada.id}/role`, 'ada', { admin: 'false', resigns: 'true' }),
      at.post(`${MEMBERS}/${ben.id}/role`, 'ben', { admin: 'false', resigns: 'true' }),
      at.post(`${MEMBERS}/${ben.id}/remove`, 'ada', { confirm: 'true' }),
    ])
    expect(answers.every(({ statusCode }) => [303, 403, 404, 409].includes(statusCode))).toBe(true)
    expect(await counts()).toMatchObject({ admins: 1 })
    const { rows } = await at.world.db.pool.query(
      'select count(*) as n from memberships where admin and revoked_at is null',
    )
    expect(rows[0].n).toBe(1)
  })

  test('the page of the only admin says why it offers neither a role nor the removal', async () => {
    const page = async () => (await at.get(`${MEMBERS}/${(await membership('ada')).id}`, 'ada')).body
    const told = 'You are the only admin of this group. Make someone else an admin first.'
    expect(await page()).toContain(told)
    expect(await page()).not.toMatch(/Make a regular member|Remove from group/)
    await act('role', 'ben', ADMIN)
    expect(await page()).toMatch(/Make a regular member.*Leave this group/s)
  })

  test('an invited person cannot be an admin', async () => {
    expect((await act('role', 'cleo', { admin: 'true' })).statusCode).toBe(409)
  })

  test('a title is saved or removed; a long one is an error', async () => {
    await act('title', 'ben', { title: ' Treasurer ' })
    expect(await membership('ben')).toMatchObject({ title: 'Treasurer' })
    const long = await act('title', 'ben', { title: 'x'.repeat(151) })
    expect(long.statusCode).toBe(422)
    expect(long.body).toContain('is too long')
    expect(long.body).toContain('x'.repeat(151))
    await act('title', 'ben', { title: '' })
    expect(await membership('ben')).toMatchObject({ title: null })
  })
})

describe('leaving and coming back', () => {
  test('removing asks for confirmation, withdraws the ballot, and can be undone', async () => {
    await makePoll(at.world)
    expect((await act('remove', 'ben')).statusCode).toBe(422)
    expect((await act('remove', 'ben', { confirm: 'true' })).headers.location).toBe(
      `${MEMBERS}?done=member_removed`,
    )
    expect((await at.get('/g/mill-lane', 'ben')).statusCode).toBe(404)
    expect(await counts()).toEqual({ memberships: 3, pending: 2, admins: 1 })
    expect((await act('remove', 'ben', { confirm: 'true' })).headers.location).toBe(
      `${MEMBERS}?done=member_gone`,
    )
    expect((await act('restore', 'ben')).statusCode).toBe(303)
    expect((await at.get('/g/mill-lane', 'ben')).statusCode).toBe(200)
    expect(await counts()).toEqual({ memberships: 4, pending: 2, admins: 1 })
    expect((await at.world.db.pool.query('select voters from tallies')).rows[0].voters).toBe(4)
    expect((await act('restore', 'ben')).statusCode).toBe(409)
  })

  test('an invitation is withdrawn', async () => {
    await act('remove', 'cleo', { confirm: 'true' })
    expect((await at.get('/g/mill-lane', 'cleo')).statusCode).toBe(404)
    expect(await counts()).toEqual({ memberships: 3, pending: 1, admins: 1 })
  })
})

describe('open invitations', () => {
  test('a copied link makes a member, and the admin who copied it is recorded', async () => {
    const page = await act('link', 'cleo')
    const [, token = ''] = /https:\/\/moot\.example\/g\/mill-lane\?k=([\w-]+)/.exec(page.body) ?? []
    const { rows } = await at.world.db.pool.query(
      "select origin, copied_by from personal_links where origin = 'page'",
    )
    expect(rows).toEqual([{ origin: 'page', copied_by: at.people.ada }])
    const { page: invitation } = await at.web.follow('/g/mill-lane', token)
    expect(invitation.body).toContain('Join Mill Lane Co-op</button>')
    expect((await act('link', 'ben')).statusCode).toBe(409)
    expect((await act('link', 'gone')).headers.location).toBe(`${MEMBERS}?done=member_gone`)
  })

  test('an invitation sent again arrives as a new mail', async () => {
    const post = await openPost(at.world)
    const first = (await post.deliver()).find((mail) => mail.to.includes('cleo@mill.example'))
    expect((await act('resend', 'cleo')).statusCode).toBe(303)
    await act('resend', 'cleo')
    const again = await post.deliver()
    expect(again.map((mail) => mail.to)).toEqual([['cleo@mill.example']])
    expect(again[0]?.email.messageId).not.toBe(first?.email.messageId)
  })
})
