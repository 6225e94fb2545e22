import { describe, expect, test } from 'vitest'
import { addMembers, CAST, createWorld, keyFor } from '../world.ts'
import { rows } from './acts.ts'
import {
  caller,
  ENCODINGS,
  envelopeOf,
  expectInvalid,
  expectProblem,
  type Fields,
  ignoredBy,
  openApi,
  pollFields,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
await addMembers(world)
const a = await caller(world, api)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ALL = ['ada@mill.example', ...CAST]

const set = async (fields: Fields) => {
  const answer = await a.post('/memberships', fields)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { added_emails: string[]; removed_emails: string[] }
}
const emails = async () =>
  envelopeOf(await a.get('/memberships?per=1000')).memberships.map(({ user_email }) => user_email)
const openPoll = async () =>
  envelopeOf(await a.post('/polls', pollFields({ recipient_audience: 'group' }))).polls[0]!.id
const records = () => rows(world.db, 'select * from memberships order by id')

describe('the list', () => {
  test('contains every member by id, pending ones too, with their people and addresses', async () => {
    const { memberships, users, meta, groups } = envelopeOf(await a.get('/memberships'))
    expect(memberships.map(({ user_email }) => user_email)).toEqual(ALL)
    expect(memberships.map(({ id }) => id)).toEqual(memberships.map(({ id }) => id).sort((x, y) => x - y))
    expect(users.map(({ id, email }) => [id, email])).toEqual(
      memberships.map(({ user_id, user_email }) => [user_id, user_email]),
    )
    expect(memberships.map(({ accepted_at }) => accepted_at !== null)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(memberships.map(({ admin }) => admin)).toEqual([true, false, false, false, false])
    expect(users.some(({ bot }) => bot)).toBe(false)
    expect(meta).toEqual({ root: 'memberships', total: 5 })
    expect(groups[0]!.memberships_count).toBe(5)
  })

  test('is paged by per and from', async () => {
    const page = async (query: string) => {
      const { memberships, users, meta } = envelopeOf(await a.get(`/memberships?${query}`))
      expect(users).toHaveLength(memberships.length)
      expect(meta.total).toBe(5)
      return memberships.map(({ user_email }) => user_email)
    }
    expect(await page('per=2')).toEqual(ALL.slice(0, 2))
    expect(await page('per=2&from=2')).toEqual(ALL.slice(2, 4))
    expect(await page('from=4')).toEqual(ALL.slice(4))
    expect(await page('from=5')).toEqual([])
    expect(await page('per=1000&from=9007199254740991')).toEqual([])
    expect(await page('per=&from=')).toEqual(ALL)
  })

  test.each(['per=0', 'per=1001', 'per=-1', 'per=x', 'per=1.5', 'per=1&per=2', 'from=-1', 'from=x'])(
    '%s is refused',
    async (query) => {
      expectInvalid(await a.get(`/memberships?${query}`), query.slice(0, query.indexOf('=')))
    },
  )

  test('has pages of 50 by default, and of at most 1 000', async () => {
    const many = await createWorld()
    const own = await caller(many, await openApi(many))
    await addMembers(
      many,
      Array.from({ length: 1_000 }, (_, index) => `m${index}@many.example`),
    )
    const page = async (query: string) => envelopeOf(await own.get(`/memberships${query}`))
    expect((await page('')).memberships).toHaveLength(50)
    const most = await page('?per=1000')
    expect(most.memberships).toHaveLength(1_000)
    expect(most.meta.total).toBe(1_001)
    expect((await page('?per=1000&from=1000')).memberships.map(({ user_email }) => user_email)).toEqual([
      'm999@many.example',
    ])
  })

  test('is the only response with addresses', async () => {
    const { body } = await a.post(
      '/polls',
      pollFields({ recipient_emails: ['ben@mill.example', 'x@else.example'], recipient_audience: 'group' }),
    )
    expect(body).not.toContain('@')
    expect(
      (await a.post('/discussions', { title: 'T', recipient_emails: ['ben@mill.example'] })).body,
    ).not.toContain('@')
  })
})

describe('the key of the list', () => {
  const url = '/api/b1/memberships'
  const listed = (answer: Awaited<ReturnType<typeof api.send>>) =>
    expect(envelopeOf(answer).memberships).toHaveLength(5)
  test('may be in the header, in the query, and in a form body of a GET', async () => {
    listed(await a.get('/memberships'))
    listed(await api.send({ method: 'GET', url: `${url}?api_key=${a.key}` }))
    listed(await api.send({ method: 'GET', url, headers: FORM, payload: `api_key=${a.key}` }))
  })

  test('may be in a form POST as sent by curl -d, which lists and changes nothing', async () => {
    const before = await records()
    const answer = await api.send({ method: 'POST', url, headers: FORM, payload: `api_key=${a.key}` })
    listed(answer)
    expect(answer.body).toBe((await a.get('/memberships')).body)
    listed(await api.send({ method: 'POST', url: `${url}?api_key=${a.key}`, headers: FORM, payload: '' }))
    const page = await api.send({
      method: 'POST',
      url,
      headers: FORM,
      payload: `api_key=${a.key}&per=2&from=1&x=1`,
    })
    expect(envelopeOf(page).memberships.map(({ user_email }) => user_email)).toEqual(ALL.slice(1, 3))
    expect(ignoredBy(page)).toEqual(['x'])
    expect(await records()).toEqual(before)
  })

  test('of such a POST needs permission to read, not to manage', async () => {
    const payload = async (permissions: ('read_memberships' | 'manage_memberships')[]) =>
      `api_key=${(await keyFor(world, { permissions })).key}`
    listed(
      await api.send({ method: 'POST', url, headers: FORM, payload: await payload(['read_memberships']) }),
    )
    expectProblem(
      await api.send({ method: 'POST', url, headers: FORM, payload: await payload(['manage_memberships']) }),
      403,
      'permission_missing',
    )
  })

  test('with remove_absent and no emails is refused instead of listing; so is JSON without emails', async () => {
    const before = await records()
    for (const payload of ['remove_absent=1', 'remove_absent='])
      expectInvalid(
        await api.send({
          method: 'POST',
          url,
          headers: { ...FORM, authorization: `Bearer ${a.key}` },
          payload,
        }),
        'emails',
      )
    for (const fields of [{}, { remove_absent: true }, { emails: null }, { api_key: a.key }])
      expectInvalid(await a.post('/memberships', fields), 'emails')
    expect(await records()).toEqual(before)
  })
})

describe('setting members', () => {
  test.each(ENCODINGS)('invites new addresses in the given order, as %s', async (encoding) => {
    const given = [
      'Zoe@mill.example',
      'BEN@mill.example',
      ' amy@mill.example ',
      'zoe@MILL.example',
      'amy@mill.example',
    ]
    const answer = await a.post('/memberships', { emails: given }, { encoding })
    expect(answer.json()).toEqual({
      added_emails: ['Zoe@mill.example', 'amy@mill.example'],
      removed_emails: [],
    })
    expect(await emails()).toEqual([...ALL, 'Zoe@mill.example', 'amy@mill.example'])
    expect(await set({ emails: given })).toEqual({ added_emails: [], removed_emails: [] })
    const back = await a.post(
      '/memberships',
      { emails: ALL, remove_absent: encoding === 'json' ? 1 : '1' },
      { encoding },
    )
    expect(back.json()).toEqual({
      added_emails: [],
      removed_emails: ['Zoe@mill.example', 'amy@mill.example'],
    })
    expect(await emails()).toEqual(ALL)
    await world.db.pool.query(
      "update users set email = 'gone' || id || '@x.example' where email ~* '^(zoe|amy)'",
    )
  })

  test('removes absent members only if the request says so', async () => {
    expect(await set({ emails: [] })).toEqual({ added_emails: [], removed_emails: [] })
    expect(await set({ emails: [], remove_absent: false })).toEqual({ added_emails: [], removed_emails: [] })
    expect(
      await set({
        emails: ['Esi@Mill.example', 'ada@mill.example', 'new@mill.example'],
        remove_absent: true,
      }),
    ).toEqual({
      added_emails: ['new@mill.example'],
      removed_emails: ['ben@mill.example', 'cleo@mill.example', 'dai@mill.example'],
    })
    expect(await emails()).toEqual(['ada@mill.example', 'esi@mill.example', 'new@mill.example'])
    await set({ emails: ALL, remove_absent: true })
  })

  test('returns the same two lists for a dry run, and changes nothing', async () => {
    const fields = {
      emails: ['one@mill.example', 'ben@mill.example', 'two@mill.example'],
      remove_absent: true,
    }
    const everything = () =>
      rows(
        world.db,
        'select (select count(*) from users) u, (select count(*) from events) e, (select json_agg(c) from group_counts c) c',
      )
    const before = [await records(), await everything()]
    const planned = await set({ ...fields, dry_run: true })
    expect([await records(), await everything()]).toEqual(before)
    expect(planned.added_emails).toEqual(['one@mill.example', 'two@mill.example'])
    expect(await set(fields)).toEqual(planned)
    await set({ emails: ALL, remove_absent: true })
  })

  test('sends each invited person one mail', async () => {
    const before = await rows<{ id: number }>(world.db, 'select coalesce(max(id), 0) as id from events')
    await set({ emails: ['fay@mill.example', 'FAY@mill.example', 'ben@mill.example'] })
    const events = await rows(world.db, 'select kind, recipient_ids from events where id > $1', [
      before[0]!.id,
    ])
    const [fay] = await rows<{ id: number }>(
      world.db,
      "select id from users where email = 'fay@mill.example'",
    )
    expect(events).toEqual([{ kind: 'membership_created', recipient_ids: [fay!.id] }])
    await set({ emails: ALL, remove_absent: true })
  })

  test('accepts thousands of addresses: each gets a ballot in the open polls, and loses it with the membership', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `m${index}@many.example`)
    const polls = [await openPoll(), await openPoll()]
    const voters = () =>
      rows(
        world.db,
        `select t.voters::int, (select count(*)::int from electorate e where e.poll_id = t.poll_id and e.withdrawn_at is null) as ballots
         from tallies t where t.poll_id = any ($1)`,
        [polls],
      )
    await world.db.pool.query('delete from attempts')
    expect((await set({ emails: many })).added_emails).toEqual(many)
    const all = { voters: 5_005, ballots: 5_005 }
    expect(await voters()).toEqual([all, all])
    expect(envelopeOf(await a.get('/memberships?per=1')).meta.total).toBe(5_005)
    const firstAndLast = [many[0], many.at(-1)]
    await world.db.pool.query(
      'update electorate set voted = true where poll_id = $1 and user_id in (select id from users where email = any ($2))',
      [polls[0], firstAndLast],
    )
    expect((await set({ emails: ALL, remove_absent: true })).removed_emails).toEqual(many)
    expect(await voters()).toEqual([
      { voters: 7, ballots: 5 },
      { voters: 5, ballots: 5 },
    ])
  })

  test('an address given as one text is a list of one', async () => {
    expect((await set({ emails: 'solo@mill.example', dry_run: true })).added_emails).toEqual([
      'solo@mill.example',
    ])
  })
})
