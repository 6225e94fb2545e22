import { describe, expect, test } from 'vitest'
import { addMembers, CAST, createWorld, keyFor } from '../world.ts'
import { makeGroup, rows } from './acts.ts'
import {
  type Caller,
  caller,
  ENCODINGS,
  encode,
  envelopeOf,
  expectInvalid,
  expectProblem,
  ignoredBy,
  multipart,
  openApi,
  pollFields,
  pollOf,
  threadOf,
  urlencoded,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben, cleo] = await addMembers(world)
const a = await caller(world, api)
const b = await caller(world, api, { variant: 'b' })

const post = (url: string, { payload, type }: { payload: string; type: string }, key: string = a.key) =>
  api.send({
    method: 'POST',
    url: `/api/b1${url}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    payload,
  })

describe('encodings', () => {
  test.each(ENCODINGS)('a poll posted as %s is the same poll', async (encoding) => {
    const fields = {
      title: 'Grüße & 100 % = +1 🌍',
      poll_type: 'score',
      details: 'One\nTwo',
      options: ['a=b&c', 'ü%41', '🍎 + 🍐'],
      closing_at: '2999-01-31T18:00:00.123Z',
      anonymous: true,
      shuffle_options: true,
      max_score: 9,
      recipient_user_ids: [ben, cleo],
      recipient_emails: ['guest@else.example'],
      recipient_message: 'Please\tvote',
      specified_voters_only: true,
    }
    expect(pollOf(await a.post('/polls', fields, { encoding }))).toMatchObject({
      title: fields.title,
      poll_type: 'score',
      details: fields.details,
      poll_option_names: fields.options,
      closing_at: fields.closing_at,
      anonymous: true,
      shuffle_options: true,
      max_score: 9,
      specified_voters_only: true,
      voters_count: 3,
    })
  })

  const spelled: [string, [string, string][], string[]][] = [
    [
      'options[]',
      [
        ['options[]', 'x'],
        ['options[]', 'y'],
      ],
      ['x', 'y'],
    ],
    [
      'a repeated plain name',
      [
        ['options', 'x'],
        ['options', 'y'],
      ],
      ['x', 'y'],
    ],
    [
      'numbered names',
      [
        ['options[0]', 'x'],
        ['options[1]', 'y'],
      ],
      ['x', 'y'],
    ],
    ['one plain value', [['options', 'x']], ['x']],
    ['one bracketed value', [['options[]', 'x']], ['x']],
  ]
  test.each(spelled)('a form may spell a list as %s', async (_, pairs, options) => {
    const all = [['title', 'T'], ['poll_type', 'poll'], ['closing_at', '2999-01-01'], ...pairs] as [
      string,
      string,
    ][]
    for (const body of [urlencoded(all), multipart(all)]) {
      expect(pollOf(await post('/polls', body)).poll_option_names).toEqual(options)
    }
  })

  test('one plain value is a list of one in JSON too', async () => {
    expect(
      pollOf(await a.post('/polls', pollFields({ poll_type: 'poll', options: 'x' }))).poll_option_names,
    ).toEqual(['x'])
  })

  test('brackets may be percent-encoded, and spaces written as + or %20', async () => {
    const payload = 'title=Two+words%20here&poll_type=poll&options%5B%5D=a+b&options%5B%5D=c%2Bd&closing_at='
    const poll = pollOf(
      await post('/polls', { payload, type: 'application/x-www-form-urlencoded; charset=UTF-8' }),
    )
    expect(poll).toMatchObject({
      title: 'Two words here',
      poll_option_names: ['a b', 'c+d'],
      closing_at: null,
    })
  })

  test('a single value given twice is refused, not cut to one of them', async () => {
    const pairs: [string, string][] = [
      ['title', 'x'],
      ['title', 'y'],
      ['poll_type', 'count'],
    ]
    expectInvalid(await post('/polls', urlencoded(pairs)), 'title')
    expectInvalid(await a.post('/polls', { title: ['x', 'y'], poll_type: 'count' }), 'title')
  })

  test('a file in a multipart form is refused', async () => {
    const payload =
      '--b\r\nContent-Disposition: form-data; name="title"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--\r\n'
    expectProblem(
      await post('/polls', { payload, type: 'multipart/form-data; boundary=b' }),
      400,
      'malformed_body',
    )
  })

  test.each([
    ['form', urlencoded, 1_001],
    ['form', urlencoded, 5_000],
    ['multipart', multipart, 5_000],
  ] as const)(
    'a %s with remove_absent first keeps all of %#: no address is lost',
    async (_, write, count) => {
      const emails = Array.from({ length: count }, (_, index) => `member-${index}@many.example`)
      const pairs = [
        ['remove_absent', '1'],
        ['dry_run', '1'],
        ...emails.map((email) => ['emails[]', email] as const),
      ] as (readonly [string, string])[]
      const answer = (await post('/memberships', write(pairs))).json()
      expect(answer.added_emails).toEqual(emails)
      expect(answer.removed_emails).toEqual(['ada@mill.example', ...CAST])
    },
  )
})

describe('places of the key', () => {
  const inBody = (encoding: 'json' | 'form' | 'multipart') =>
    encode(encoding, { api_key: a.key, ...pollFields() })
  test.each(ENCODINGS)('in the body of a POST as %s', async (encoding) => {
    const { payload, type } = inBody(encoding)
    const answer = await api.send({
      method: 'POST',
      url: '/api/b1/polls',
      headers: { 'content-type': type },
      payload,
    })
    expect(pollOf(answer).title).toBe('Paint the hall blue?')
    expect(ignoredBy(answer)).toEqual([])
  })

  test('in the query of a GET and of a POST', async () => {
    const { key } = pollOf(await a.post('/polls', pollFields()))
    const shown = await api.send({
      method: 'GET',
      url: `/api/b1/polls/${key}?api_key=${encodeURIComponent(a.key)}`,
    })
    expect(pollOf(shown).key).toBe(key)
    const made = await api.send({
      method: 'POST',
      url: `/api/b1/polls?api_key=${a.key}`,
      payload: pollFields(),
    })
    expect(made.statusCode).toBe(200)
  })

  test('in all three places at once, or twice in one, if they agree', async () => {
    const answer = await api.send({
      method: 'POST',
      url: `/api/b1/polls?api_key=${a.key}&api_key=${a.key}`,
      headers: { authorization: `bearer ${a.key}` },
      payload: { api_key: a.key, ...pollFields() },
    })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test('two different keys are refused in any places', async () => {
    const url = '/api/b1/memberships'
    const bearer = { authorization: `Bearer ${a.key}` }
    const asked = [
      { method: 'GET', url: `${url}?api_key=${b.key}`, headers: bearer },
      { method: 'POST', url, headers: bearer, payload: { api_key: b.key, emails: [] } },
      { method: 'POST', url: `${url}?api_key=${a.key}`, payload: { api_key: b.key, emails: [] } },
      { method: 'GET', url: `${url}?api_key=${a.key}&api_key=${b.key}` },
    ] as const
    for (const one of asked) expectProblem(await api.send(one), 400, 'api_key_conflict')
  })

  test('a blank key beside a valid one is ignored', async () => {
    const url = '/api/b1/memberships?api_key='
    expect(
      (await api.send({ method: 'GET', url, headers: { authorization: `Bearer ${a.key}` } })).statusCode,
    ).toBe(200)
  })

  test('only the key is read from the form body of a GET', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = `api_key=${a.key}&per=1&from=3`
    const answer = await api.send({ method: 'GET', url: '/api/b1/memberships', headers, payload })
    expect(envelopeOf(answer).memberships).toHaveLength(5)
  })

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data',
    'application/xml',
    'image/png',
    'no/such/type',
    'json',
  ])('a GET with the content type %s and no body is an ordinary GET', async (type) => {
    expect((await a.get('/memberships', { 'content-type': type })).statusCode).toBe(200)
  })

  test('the day a key was used is recorded', async () => {
    const fresh = await keyFor(world)
    await api.as(fresh.key).get('/memberships')
    await expect
      .poll(() =>
        rows(world.db, 'select last_used_on = current_date as today from api_keys where id = $1', [fresh.id]),
      )
      .toEqual([{ today: true }])
  })
})

describe('group_id', () => {
  test.each(['/polls', '/discussions'])(
    'is reported as ignored in variant A of %s if it is another group’s',
    async (path) => {
      const other = await a.post(path, pollFields({ group_id: world.group.id + 99 }))
      expect(other.statusCode).toBe(200)
      expect(ignoredBy(other)).toContain('group_id')
      const own = await a.post(path, pollFields({ group_id: world.group.id }))
      expect(ignoredBy(own)).not.toContain('group_id')
      expect(ignoredBy(await a.post(path, pollFields({ group_id: null })))).not.toContain('group_id')
    },
  )

  test('never affects another group in variant A', async () => {
    const orchard = await makeGroup(world, 'orchard')
    expect(pollOf(await a.post('/polls', pollFields({ group_id: orchard.id }))).group_id).toBe(world.group.id)
    expect(threadOf(await a.post('/discussions', { title: 'T', group_id: orchard.id })).group_id).toBe(
      world.group.id,
    )
  })

  test.each(ENCODINGS)('is refused in variant B if it is another group’s, as %s', async (encoding) => {
    for (const path of ['/polls', '/discussions']) {
      const fields = path === '/polls' ? pollFields() : { title: 'T' }
      const other = await b.post(path, { ...fields, group_id: world.group.id + 99 }, { encoding })
      expectProblem(other, 403, 'group_mismatch')
      const own = await b.post(path, { ...fields, group_id: world.group.id }, { encoding })
      expect(own.statusCode, own.body).toBe(200)
      expect(ignoredBy(own)).toEqual([])
    }
  })

  test.each(ENCODINGS)('of another group empties no group, as %s', async (encoding) => {
    const members = { emails: ['ben@mill.example'], remove_absent: true, dry_run: true }
    const ask = (by: Caller, group_id: number) =>
      by.post('/memberships', { ...members, group_id }, { encoding })
    expectProblem(await ask(b, world.group.id + 99), 403, 'group_mismatch')
    expectProblem(await b.get(`/memberships?group_id=${world.group.id + 99}`), 403, 'group_mismatch')
    expect(ignoredBy(await ask(a, world.group.id + 99))).toEqual(['group_id'])
    for (const by of [a, b]) expect(ignoredBy(await ask(by, world.group.id))).toEqual([])
  })

  test('that is not a number is a field error', async () => {
    expectInvalid(await a.post('/polls', pollFields({ group_id: 'mill-lane' })), 'group_id')
  })
})
