import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld, type Who } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { newToken } from '../../users/secret.ts'

let at: GroupWorld
let thread: string
let draft: string

const KEYS = '/g/mill-lane/keys'
const INVITED = 'fay@mill.example'

beforeAll(async () => {
  at = await openGroupWorld()
  thread = `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world))}`
  const poll_id = await makePoll(at.world, { settings: { closing_at: null }, told: 'holders' })
  draft = `/p/${await keyOf(at.world, 'polls', poll_id)}`
})

type Form = { name: string; url: string; fields: Record<string, string | string[]>; makes: string }

/** The number of rows in these tables. */
async function rowsIn(...tables: string[]): Promise<number[]> {
  const counts = tables.map((table) => `(select count(*) from ${table})::int`)
  const { rows } = await at.world.db.pool.query<{ counts: number[] }>(
    `select array[${counts.join(', ')}] as counts`,
  )
  return rows[0]?.counts ?? []
}

const FORMS: Form[] = [
  {
    name: 'Start poll',
    url: '/new-poll',
    fields: {
      group: 'mill-lane',
      poll_type: 'proposal',
      title: 'We buy a second bike shed',
      positions: ['agree', 'disagree'],
      tell: 'voters',
      step: 'start',
    },
    makes: 'polls',
  },
  {
    name: 'Start the thread',
    url: '/g/mill-lane/new-thread',
    fields: { title: 'Bikes in the rain', recipient_audience: 'true', act: 'start' },
    makes: 'discussions',
  },
  { name: 'Post comment', url: 'THREAD/comments', fields: { body: 'There is room.' }, makes: 'comments' },
  { name: 'Invite', url: '/g/mill-lane/invite', fields: { emails: INVITED, step: 'invite' }, makes: 'users' },
  { name: 'Send invitations', url: 'THREAD/people', fields: { emails: 'gus@else.example' }, makes: 'users' },
  {
    name: 'Create subgroup',
    url: '/g/mill-lane/subgroups',
    fields: { sub_name: 'Board', sub_handle: 'mill-board' },
    makes: 'groups',
  },
  { name: 'Open voting', url: 'DRAFT/open', fields: { closing_at: '2099-01-31T18:00' }, makes: 'events' },
]

test('a second press is refused once the person has lost the permission', async () => {
  const poll_id = await makePoll(at.world, { actor: { kind: 'person', user_id: at.people.ben } })
  const url = `/p/${await keyOf(at.world, 'polls', poll_id)}/close`
  const fields = { once: newToken() }
  const setAdmin = (admin: boolean) =>
    at.world.db.pool.query('update memberships set admin = $1 where user_id = $2', [admin, at.people.ada])
  expect((await at.post(url, 'ada', fields)).statusCode).toBe(303)
  await setAdmin(false)
  expect((await at.post(url, 'ada', fields)).statusCode).toBe(403)
  await setAdmin(true)
  expect((await at.post(url, 'ada', fields)).statusCode).toBe(303)
})

describe('a button pressed twice', () => {
  test.each(FORMS)('$name: runs once, and both presses lead to the same page', async (form) => {
    const url = form.url.replace('THREAD', thread).replace('DRAFT', draft)
    const [before = 0, events = 0] = await rowsIn(form.makes, 'events')
    const fields = { ...form.fields, once: newToken() }
    const presses = await Promise.all([1, 2, 3].map(() => at.post(url, 'ada', fields)))
    const later = await at.post(url, 'ada', fields)
    expect(presses.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect(new Set([...presses, later].map(({ headers }) => headers.location)).size).toBe(1)
    const [after = 0, told = 0] = await rowsIn(form.makes, 'events')
    expect(after).toBe(before + 1)
    expect(told - events).toBeLessThanOrEqual(1)
  })

  test('Create key: both presses show the same text of the one key, and the database does not contain it', async () => {
    const fields = { name: 'Door bot', permissions: ['create_poll'], variant: 'a', once: newToken() }
    const presses = await Promise.all([at.post(KEYS, 'ada', fields), at.post(KEYS, 'ada', fields)])
    const texts = presses.map(({ body }) => /fmk_[\w-]{20,}/.exec(body)?.[0] ?? '')
    expect(texts[0]).toMatch(/^fmk_/)
    expect(texts[1]).toBe(texts[0])
    expect(await rowsIn('api_keys')).toEqual([1])
    const { rows } = await at.world.db.pool.query<{ answer: Buffer }>('select answer from sent_forms')
    expect(rows.length).toBeGreaterThan(0)
    for (const { answer } of rows) expect(answer.toString('latin1')).not.toContain(texts[0]?.slice(4))
  })

  test('Create a new key: both presses show the same text, and when the old one ends', async () => {
    const { rows } = await at.world.db.pool.query('select id from api_keys limit 1')
    const fields = { overlap: '24', once: newToken() }
    const presses = [1, 2].map(() => at.post(`${KEYS}/${rows[0].id}/rotate`, 'ada', fields))
    const [one, other] = await Promise.all(presses)
    expect(one?.body).toContain('The old key works until')
    expect(other?.body).toBe(one?.body)
  })
})

describe('a different form', () => {
  const post = (who: Who, fields: Record<string, string>) =>
    at.post('/g/mill-lane/new-thread', who, { act: 'start', ...fields })

  test('with other values and the same token starts no second thread before it has asked', async () => {
    const once = newToken()
    const [before = 0] = await rowsIn('discussions')
    const one = await post('ada', { title: 'Apples', once })
    const other = await post('ada', { title: 'Pears', once })
    expect(other.statusCode).toBe(409)
    expect(other.body).toContain('You have already started this thread')
    expect(await rowsIn('discussions')).toEqual([before + 1])
    const meant = await post('ada', { title: 'Pears', once: newToken() })
    expect(meant.headers.location).not.toBe(one.headers.location)
    expect(await rowsIn('discussions')).toEqual([before + 2])
  })

  test('with the same values from another page, or from another person, is processed', async () => {
    const once = newToken()
    const [before = 0] = await rowsIn('discussions')
    await post('ada', { title: 'Plums', once })
    await post('ada', { title: 'Plums', once: newToken(), another: '' })
    await post('ben', { title: 'Plums', once })
    expect(await rowsIn('discussions')).toEqual([before + 3])
  })

  test('that failed is not remembered', async () => {
    const once = newToken()
    const fields = { sub_name: 'Crew', sub_handle: 'mill-crew', once }
    await at.world.db.pool.query("update groups set handle = 'mill-crew' where handle = 'mill-board'")
    expect((await at.post('/g/mill-lane/subgroups', 'ada', fields)).statusCode).toBe(422)
    await at.world.db.pool.query("update groups set handle = 'mill-board' where handle = 'mill-crew'")
    expect((await at.post('/g/mill-lane/subgroups', 'ada', fields)).statusCode).toBe(303)
  })

  test('a person who has lost the permission does not get the stored result', async () => {
    const once = newToken()
    const fields = { title: 'Quinces', once }
    expect((await post('ben', fields)).statusCode).toBe(303)
    const set = 'update memberships set revoked_at = $1 where user_id = $2'
    await at.world.db.pool.query(set, [new Date(), at.people.ben])
    expect((await post('ben', fields)).statusCode).toBe(404)
    await at.world.db.pool.query(set, [null, at.people.ben])
  })
})

test('forms that create something carry a new token each time; ballots carry none, and none is stored', async () => {
  const tokensOf = async (url: string) =>
    [...(await at.get(url, 'ada')).body.matchAll(/name="once" value="([\w-]{32})"/g)].map(([, once]) => once)
  const pages = [KEYS, '/g/mill-lane/new-thread', thread, `${thread}/people`, '/g/mill-lane/settings']
  for (const page of pages) {
    const [first, again] = [await tokensOf(page), await tokensOf(page)]
    expect(first.length).toBeGreaterThan(0)
    expect(first).not.toEqual(again)
  }
  const poll_id = await makePoll(at.world, {
    settings: { anonymous: true, hide_results: 'until_closed', stance_reason_required: 'disabled' },
    told: 'holders',
  })
  const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
  const token = await tokenFor(at.world, 'ballot', { user_id: at.people.ben, poll_id })
  const { page, cookie } = await at.web.follow(path, token)
  expect(page.body).toContain('Cast vote')
  expect(page.body).not.toContain('name="once"')
  const kept = await rowsIn('sent_forms')
  const ballot = { choice: /name="choice" value="(\d+)"/.exec(page.body)?.[1] ?? '', once: newToken() }
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  expect((await at.web.post(`${path}/ballot`, ballot, headers)).statusCode).toBe(303)
  expect(await rowsIn('sent_forms')).toEqual(kept)
})
