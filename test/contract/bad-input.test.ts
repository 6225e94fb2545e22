import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../world.ts'
import { rows } from './acts.ts'
import { caller, expectInvalid, expectProblem, openApi, pollFields, pollOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const a = await caller(world, api)
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

const send = (payload: string | Buffer, type: string | null, url = '/polls') =>
  api.send({
    method: 'POST',
    url: `/api/b1${url}`,
    headers: { authorization: `Bearer ${a.key}`, ...(type === null ? {} : { 'content-type': type }) },
    payload,
  })
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const count = async () => (await rows<{ n: number }>(world.db, 'select count(*)::int as n from polls'))[0]!.n

describe('text that no database stores', () => {
  test.each<[string, string | Buffer, string]>([
    ['NUL in JSON', '{"title":"a\\u0000b","poll_type":"count"}', JSON_TYPE],
    ['NUL in a list', '{"title":"T","poll_type":"poll","options":["a","\\u0000"]}', JSON_TYPE],
    ['NUL in a field name', '{"title":"T","poll_type":"count","x\\u0000":1}', JSON_TYPE],
    ['NUL in an unknown field', '{"title":"T","poll_type":"count","x":{"y":["\\u0000"]}}', JSON_TYPE],
    ['NUL in a form', 'title=a%00b&poll_type=count', FORM],
    ['NUL in a form name', 'title=T&poll_type=count&%00=1', FORM],
    ['NUL in multipart', `${part('title', 'a\0b')}--b--\r\n`, MULTIPART],
    ['half a surrogate pair in JSON', '{"title":"a\\ud83dz","poll_type":"count"}', JSON_TYPE],
    ['the other half', '{"title":"\\udf0d","poll_type":"count"}', JSON_TYPE],
    ['a surrogate in a form', 'title=%ED%A0%BD&poll_type=count', FORM],
    ['Latin-1 in JSON', latin1('{"title":"Grüße","poll_type":"count"}'), JSON_TYPE],
    ['Latin-1 in a form', latin1('title=Grüße&poll_type=count'), FORM],
    ['Latin-1 in multipart', latin1(`${part('title', 'Grüße')}--b--\r\n`), MULTIPART],
    ['Latin-1 percent sequences', 'title=Gr%FC%DFe&poll_type=count', FORM],
    ['a lone percent sign', 'title=100%&poll_type=count', FORM],
    ['half a percent sequence', 'title=T&poll_type=count&details=%C3', FORM],
    ['overlong UTF-8', 'title=%C0%80&poll_type=count', FORM],
  ])('%s is refused before anything else', async (_, payload, type) => {
    const before = await count()
    expectProblem(await send(payload, type), 400, 'malformed_body')
    expect(await count()).toBe(before)
  })

  test('complete surrogate pairs and all other characters are kept', async () => {
    const title = '🌍 é \u200b \ufffd \u0001 \u007f ﷽'
    expect(pollOf(await a.post('/polls', pollFields({ title }))).title).toBe(title)
    expect(pollOf(await send('{"title":"\\ud83c\\udf0d","poll_type":"count"}', JSON_TYPE)).title).toBe('🌍')
  })

  test.each(['api_key=%00', 'api_key=%FF', 'per=%', 'x=%ED%A0%80'])(
    '%s in the query is refused',
    async (query) => {
      expectProblem(await a.get(`/memberships?${query}`), 400, 'malformed_body')
    },
  )

  test.each(['%FF', '%', '%ED%A0%80'])('the path segment %s is refused', async (segment) => {
    expectProblem(await a.get(`/polls/${segment}`), 400, 'malformed_request')
  })

  test.each(['%00', 'a%00b', '%F0%9F%8C%8D', 'x'.repeat(90), 'x'.repeat(500), '%2E%2E%2Fpolls', '', "';--"])(
    'the path segment "%s" names no record',
    async (segment) => {
      expectProblem(await a.get(`/polls/${segment}`), 404, 'not_found')
      expectProblem(await a.get(`/discussions/${segment}`), 404, 'not_found')
    },
  )
})

describe('unreadable bodies', () => {
  test.each([
    ['cut off', '{"title":"T","poll_ty'],
    ['no JSON', 'title=T&poll_type=count'],
    ['trailing comma', '{"title":"T",}'],
    ['two objects', '{}{}'],
    ['NaN', '{"max_score":NaN}'],
    ['two byte order marks', '\ufeff\ufeff{"title":"T","poll_type":"count"}'],
    ['nothing but a byte order mark', '\ufeff'],
    ['a list', '[{"title":"T","poll_type":"count"}]'],
    ['a string', '"title"'],
    ['a number', '7'],
    ['null', 'null'],
  ])('JSON that is %s', async (_, payload) => {
    for (const url of ['/polls', '/discussions', '/memberships'])
      expectProblem(await send(payload, JSON_TYPE, url), 400, 'malformed_body')
  })

  test('JSON may begin with a byte order mark', async () => {
    const answer = await send('\ufeff{"title":"T","poll_type":"count"}', JSON_TYPE)
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test('a compressed body is refused by the name of its compression', async () => {
    const packed = (encoding: string, payload: Buffer | string) =>
      api.send({
        method: 'POST',
        url: '/api/b1/polls',
        headers: {
          authorization: `Bearer ${a.key}`,
          'content-type': JSON_TYPE,
          'content-encoding': encoding,
        },
        payload,
      })
    const json = '{"title":"T","poll_type":"count"}'
    const refused = await packed('gzip', gzipSync(json))
    expectProblem(refused, 400, 'malformed_body')
    expect(refused.body).toContain('Content-Encoding: gzip')
    expect((await packed('identity', json)).statusCode).toBe(200)
  })

  test('JSON may be nested up to twenty levels', async () => {
    const nested = (levels: number) =>
      `{"title":"T","poll_type":"count","x":${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`
    expect((await send(nested(20), JSON_TYPE)).statusCode).toBe(200)
    expectProblem(await send(nested(21), JSON_TYPE), 400, 'malformed_body')
    expectProblem(await send(nested(400_000), JSON_TYPE), 400, 'malformed_body')
    const objects = `${'{"x":'.repeat(21)}1${'}'.repeat(21)}`
    expectProblem(await send(objects, JSON_TYPE), 400, 'malformed_body')
  })

  test.each([
    ['without its end', part('title', 'T')],
    ['of another boundary', part('title', 'T').replaceAll('--b', '--c')],
    ['without names', '--b\r\n\r\nT\r\n--b--\r\n'],
    ['that is none', 'title=T'],
  ])('multipart %s', async (_, payload) => {
    expectProblem(await send(payload, MULTIPART), 400, 'malformed_body')
    expectProblem(await send(payload, 'multipart/form-data'), 400, 'malformed_body')
  })

  test.each([
    'text/plain',
    'application/xml',
    'application/jsonp',
    'application/vnd.api+json',
    'image/png',
    'nonsense',
    null,
  ])('the content type %s', async (type) => {
    expectProblem(await send('{"title":"T","poll_type":"count"}', type), 415, 'unsupported_media_type')
  })

  test.each(['APPLICATION/JSON', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])(
    'but not %s',
    async (type) => {
      expect((await send('{"title":"T","poll_type":"count"}', type)).statusCode).toBe(200)
    },
  )

  test('a body of one MiB is accepted, one byte more is not', async () => {
    const json = (size: number) => {
      const frame = '{"title":"T","poll_type":"count","x":""}'
      return frame.replace('""', `"${'x'.repeat(size - frame.length)}"`)
    }
    expect((await send(json(1_048_576), JSON_TYPE)).statusCode).toBe(200)
    expectProblem(await send(json(1_048_577), JSON_TYPE), 413, 'body_too_large')
    for (const type of [FORM, MULTIPART, 'application/xml', null])
      expectProblem(await send('x'.repeat(1_048_577), type), 413, 'body_too_large')
  })

  test('an empty body has no fields', async () => {
    for (const type of [JSON_TYPE, FORM]) expectInvalid(await send('', type), 'title', 'poll_type')
    expectInvalid(await send('', JSON_TYPE, '/memberships'), 'emails')
  })
})

describe('invalid keys', () => {
  test.each<[string, unknown]>([
    ['an object', { toString: 1, valueOf: 1 }],
    ['a number', 7],
    ['true', true],
    ['nested lists', [[['x']]]],
    ['a long text', 'x'.repeat(100_000)],
  ])('%s is unknown', async (_, api_key) => {
    expectProblem(
      await api.send({ method: 'POST', url: '/api/b1/polls', payload: { api_key } }),
      403,
      'api_key_invalid',
    )
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['blank', ' '],
    ['an empty list', []],
  ])('%s is not a key', async (_, api_key) => {
    const answer = await api.send({ method: 'POST', url: '/api/b1/polls', payload: { api_key, title: 'T' } })
    expectProblem(answer, 403, 'api_key_missing')
  })

  test.each(['Token abc', 'abc', 'Basic YTpi'])(
    'a header “%s” is told how to be written',
    async (authorization) => {
      const answer = await api.send({ url: '/api/b1/memberships', headers: { authorization } })
      expectProblem(answer, 403, 'api_key_missing')
      expect(answer.body).toContain('The Authorization header contains no API key')
    },
  )

  test('a header of blanks is parsed quickly', async () => {
    const started = process.cpuUsage()
    for (let round = 0; round < 5; round++) {
      const authorization = `Bearer${' '.repeat(15_000)}a b`
      const answer = await api.send({ url: '/api/b1/memberships', headers: { authorization } })
      expectProblem(answer, 403, 'api_key_missing')
    }
    expect(process.cpuUsage(started).user).toBeLessThan(400_000)
  })
})

describe('the largest bodies', () => {
  const many = (length: number, item: (index: number) => unknown) =>
    Array.from({ length }, (_, index) => item(index))
  test.each<[string, string, Record<string, unknown>, string]>([
    [
      'options',
      '/polls',
      pollFields({ poll_type: 'poll', options: many(120_000, (index) => index.toString(36)) }),
      'options',
    ],
    [
      'dates',
      '/polls',
      pollFields({ poll_type: 'meeting', options: many(70_000, () => '2027-01-01') }),
      'options',
    ],
    [
      'blank options',
      '/polls',
      pollFields({ poll_type: 'poll', options: many(200_000, () => '') }),
      'options',
    ],
    [
      'user ids',
      '/polls',
      pollFields({ recipient_user_ids: many(120_000, (index) => index + 1_000) }),
      'recipient_user_ids',
    ],
    [
      'user ids of a thread',
      '/discussions',
      { title: 'T', recipient_user_ids: many(120_000, (index) => index) },
      'recipient_user_ids',
    ],
    [
      'addresses',
      '/polls',
      pollFields({ recipient_emails: many(45_000, (index) => `m${index}@x.example`) }),
      'recipient_emails',
    ],
    ['bad addresses', '/memberships', { emails: many(100_000, (index) => index.toString(36)) }, 'emails'],
  ])('%s are validated quickly', async (_, path, fields, field) => {
    const started = process.cpuUsage()
    expectInvalid(await a.post(path, fields), field)
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000)
  })
})
