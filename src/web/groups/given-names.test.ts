import { beforeEach, describe, expect, test } from 'vitest'
import { feedOf } from '../../../test/feeds.ts'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { copiedTokenFor, everyRow, keyOf, SAME_ORIGIN } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { createGroup } from '../../groups/create-group.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

const MEMBERS = '/g/mill-lane/members'

let at: GroupWorld
let cleo: string

beforeEach(async () => {
  at = await openGroupWorld()
  const [{ id }] = await rows('select id from memberships where user_id = $1', at.people.cleo)
  cleo = `${MEMBERS}/${id}`
})

async function rows(text: string, ...values: unknown[]) {
  return (await at.world.db.pool.query(text, values)).rows
}

const name = (typed: string, page = cleo) => at.post(`${page}/name`, 'ada', { name: typed })
const invited = async () => decoded((await at.get(`${MEMBERS}?list=invited`, 'ada')).body)
const given = () => rows('select user_id, name, given_by from given_names order by user_id')

describe('an admin', () => {
  test('can name a member who has no name, and the admin is recorded', async () => {
    expect((await at.get(cleo, 'ada')).body).toContain('Unnamed person (cleo@mill.example)')
    expect((await name('  Cleo   Reed ')).headers.location).toBe(`${cleo}?done=saved`)
    expect(await given()).toEqual([{ user_id: at.people.cleo, name: 'Cleo Reed', given_by: at.people.ada }])
    const { body } = await at.get(cleo, 'ada')
    for (const words of ['Cleo Reed', 'value="Cleo Reed"', 'Ada Vale</bdi> set this name on'])
      expect(body).toContain(words)
    expect(await invited()).toContain('Cleo Reed')
    await name('Cleo')
    expect(await given()).toMatchObject([{ name: 'Cleo' }])
    await name(' \t ')
    expect(await given()).toEqual([])
    expect(await invited()).toContain('>cleo@mill.example<')
  })

  test('cannot name a member who has set their own name, even at the same moment', async () => {
    await name('Cleo Reed')
    await rows("update users set name = 'Cleopatra' where id = $1", at.people.cleo)
    expect((await at.get(cleo, 'ada')).body).not.toContain('Name in this group')
    const refused = await name('Somebody else')
    expect([refused.statusCode, await given()]).toMatchObject([409, [{ name: 'Cleo Reed' }]])
    expect(refused.body).toContain('Only they can change it.')
    expect(await invited()).toContain('Cleopatra')
    expect(await invited()).not.toContain('Cleo Reed')
  })

  test.each([
    ['x'.repeat(100_000), 'is too long (at most 150 characters)'],
    ['ada@mill.example', 'must be a name, not an email address'],
  ])('sees what is wrong with a name; the field keeps it', async (typed, words) => {
    const answer = await name(typed)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain(words)
    expect(answer.body).toContain(`value="${typed}"`)
    expect(await given()).toEqual([])
  })

  test('cannot name members of another group, and other sites cannot send the form', async () => {
    const made = { name: 'Orchard', handle: 'orchard', admin_email: 'sam@else.example', parent_handle: null }
    await change(at.world.db, SYSTEM, (act) => createGroup(act, made))
    const orchard = (await rows("select id from groups where handle = 'orchard'"))[0].id
    await rows(
      'insert into memberships (group_id, user_id, accepted_at) values ($1, $2, now())',
      orchard,
      at.people.cleo,
    )
    const before = await everyRow(at.world)
    for (const page of [cleo, cleo.replace('mill-lane', 'orchard')])
      expect((await at.post(`${page}/name`, 'stranger', { name: 'Mine' })).statusCode).toBe(404)
    const crossed = await at.post(`${cleo}/name`, 'ada', { name: 'Mine' }, { origin: 'https://evil.example' })
    expect(crossed.statusCode).toBe(403)
    expect(await everyRow(at.world)).toEqual(before)
    await name('Cleo Reed')
    expect((await at.get('/g/orchard/members', 'stranger')).body).not.toContain('Cleo Reed')
  })
})

describe('the page of a member who joined by a copied link', () => {
  const joins = async (own_name: string) => {
    const token = await copiedTokenFor(at.world, 'invitation', { user_id: at.people.cleo })
    const { cookie } = await at.web.follow('/g/mill-lane', token)
    const sent = await at.web.post('/g/mill-lane/join', { own_name }, { ...SAME_ORIGIN, cookie })
    expect(sent.headers.location).toBe('/g/mill-lane?joined')
  }
  const page = async () => decoded((await at.get(cleo, 'ada')).body).replace(/<\/?time[^>]*>/g, '')
  const TYPED =
    /This name was given with a copied link on [^<]*20\d\d[^<]*, by this person or by someone else who had the link\./

  test('says so of the name typed there, not that they have entered none', async () => {
    await joins('Cleo Reed')
    expect(await page()).toMatch(TYPED)
    expect(await page()).not.toMatch(/has not entered their name|set this name/)
    await name('Cleo')
    expect(await page()).not.toMatch(TYPED)
    expect(await page()).toMatch(/has not entered their name.*Ada Vale<\/bdi> set this name on/)
    await name('')
    expect(await page()).not.toMatch(/copied link on|set this name/)
  })

  test('says so of a name that came with the invitation and was kept there', async () => {
    await name('Cleo Reed')
    await joins('Cleo Reed')
    expect(await page()).toMatch(TYPED)
    expect(await page()).not.toMatch(/has not entered their name|set this name/)
  })
})

test('a given name is shown wherever its group shows the person, and on no page of another group', async () => {
  await name('Cleo Reed')
  const { world, web, people } = at
  const asCleo = { kind: 'person', user_id: people.cleo } as const
  await rows('update memberships set accepted_at = now() where user_id = $1', people.cleo)
  const post = await openPost(world)
  await post.deliver()
  const discussion_id = await makeThread(world)
  const thread = `/d/${await keyOf(world, 'discussions', discussion_id)}`
  await rows('update discussions set author_id = $2 where id = $1', discussion_id, people.cleo)
  const poll_id = await makePoll(world, { actor: asCleo, discussion_id, recipients: { audience: 'group' } })
  await at.post(`${thread}/comments`, 'cleo', { body: 'Hm.' })
  await castBallot(world.db, {
    poll_id,
    user_id: people.cleo,
    choices: { agree: 1 },
    reason: { text: 'Yes.', format: 'md' },
  })
  const poll = `/p/${await keyOf(world, 'polls', poll_id)}`
  const places = ['', '/threads', '/members'].map((page) => `/g/mill-lane${page}`)
  for (const page of ['/', thread, `${thread}/people`, poll, `${poll}/audit`, `${poll}/voters`, ...places])
    expect([page, (await at.get(page, 'ada')).body.includes('Cleo Reed')]).toEqual([page, true])
  const mails = (await post.deliver()).map((mail) => mail.email.text).join('\n')
  expect(mails).toContain('Cleo Reed asks you to vote in Mill Lane Co-op')
  const { key } = await keyFor(world, { permissions: ['read_memberships', 'manage_polls'] })
  for (const call of [
    'memberships',
    `discussions/${discussion_id}`,
    `discussions/${discussion_id}/comments`,
    `polls/${poll_id}`,
    `polls/${poll_id}/voters`,
    'polls',
    'events',
  ]) {
    const url = `/api/b1/${call}`
    const answer = await web.app.inject({ url, headers: { authorization: `Bearer ${key}` } })
    expect([call, answer.body.includes('"name":"Cleo Reed"')]).toEqual([call, true])
  }
  expect((await web.get(await feedOf(world, 'group', world.ada.id))).body).toContain('<name>Cleo Reed</name>')
})

describe('a name beside an address', () => {
  test('is stored for people without a name, and shown before that', async () => {
    const emails = '"Carter, Kim" <kim@far.example>\nBenjamin <ben@mill.example>, Dai Rees <dai@mill.example>'
    const plan = decoded((await at.post('/g/mill-lane/invite', 'ada', { emails, step: 'preview' })).body)
    for (const words of ['Carter, Kim <kim@far.example>', 'Dai Rees <dai@mill.example>'])
      expect(plan).toContain(words)
    expect(await given()).toEqual([])
    await at.post('/g/mill-lane/invite', 'ada', { emails, step: 'invite' })
    expect((await given()).map((row) => row.name)).toEqual(['Dai Rees', 'Carter, Kim'])
    const again = 'Dai the Second <dai@mill.example>'
    await at.post('/g/mill-lane/invite', 'ada', { emails: again, step: 'invite' })
    expect((await given()).map((row) => row.name)).toEqual(['Dai Rees', 'Carter, Kim'])
  })

  test('that is ignored is reported before anyone is invited, with the reason', async () => {
    const emails = `${'x'.repeat(151)} <kim@far.example>, Dai Rees dai@mill.example`
    const plan = decoded((await at.post('/g/mill-lane/invite', 'ada', { emails, step: 'preview' })).body)
    for (const words of [
      'Skipped names (2)',
      '· kim@far.example: longer than 150 characters',
      '“Dai Rees” · dai@mill.example: write the address after it in angle brackets',
    ])
      expect(plan).toContain(words)
  })

  test('is stored for guests of threads and of polls too', async () => {
    const thread = `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world))}`
    await at.post(`${thread}/people`, 'ben', { emails: 'Gus Guest <gus@far.example>' })
    expect(decoded((await at.get(`${thread}/people`, 'ben')).body)).toContain('<bdi>Gus Guest</bdi>')
    const poll = `/p/${await keyOf(at.world, 'polls', await makePoll(at.world))}`
    await at.post(`${poll}/invite`, 'ada', { emails: 'Vera Voter <vera@far.example>; nobody@far.example' })
    expect((await given()).map((row) => row.name)).toEqual(['Gus Guest', 'Vera Voter'])
    expect((await at.get(`${poll}/voters`, 'ada')).body).toContain('Vera Voter')
    const threaded = { title: 'T', recipient_emails: 'Gil <gil@far.example>', step: 'start' }
    await at.post('/g/mill-lane/new-thread', 'ben', threaded)
    expect((await given()).map((row) => row.name)).toContain('Gil')
  })
})
