import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { ApiDocument, Schema } from '../../src/api/document.ts'
import { personalKey } from '../contract/b2.ts'
import { SAME_ORIGIN } from '../web.ts'
import { formsOn } from './crawl.ts'
import { QUICK } from './effort.ts'
import { FORMS } from './forms.ts'
import { faultOf, repeated, type Trial } from './growth.ts'
import {
  blanksIn,
  FORM,
  field,
  JSON_TYPE,
  list,
  listInJson,
  PIECES,
  type Shape,
  UNKNOWN,
} from './growth-shapes.ts'
import { ROWS } from './pages.ts'
import type { Row } from './routes.ts'
import { openStage } from './stage.ts'

/**
 * Sends growing bodies, URLs and headers to every route: the work must not grow faster than the input.
 * Measures the processor time of this process, so other load on the machine does not count, nor does the time
 * in the database.
 */

const SOME_BODY = 200_000
const MOST_BODY = QUICK ? SOME_BODY : 1_000_000
/** URL and headers are cut off above 16 kB. */
const MOST_HEAD = 15_000
const SOME_PIECES = QUICK ? PIECES.slice(0, 4) : PIECES

const stage = await openStage({ API_RATE_LIMIT: '0', LOG_LEVEL: 'silent' })
const { app } = stage.at.web
const b1 = { authorization: `Bearer ${stage.key}` }
const b2 = { authorization: `Bearer ${await personalKey(stage.at.world, stage.people.ada)}` }

/** `known`: other fields that the route requires before it reads the input. */
type Target = { method: string; url: string; headers: Record<string, string>; known?: string }

function trial({ known = '', ...target }: Target, { name, type, body }: Shape, most = MOST_BODY): Trial {
  return sending(`${target.method} ${target.url}: ${name}`, most, (size) => {
    const text = body(size)
    const payload = type === FORM ? `${known}&${text}` : text
    return { ...target, headers: { ...target.headers, 'content-type': type }, payload }
  })
}

function sending(name: string, most: number, asked: (size: number) => object): Trial {
  return {
    name,
    most,
    prepare: async (size) => {
      const request = asked(size) as InjectOptions
      return async () => {
        const { statusCode } = await app.inject(request)
        expect(statusCode, name).toBeLessThan(500)
      }
    },
  }
}

async function expectNoFaults(trials: Trial[]): Promise<void> {
  const faults: string[] = []
  for (const one of trials) {
    const fault = await faultOf(one)
    if (fault !== null) faults.push(fault)
  }
  expect(faults).toEqual([])
}

/** Values for the path parameters of the API. */
async function references(): Promise<Record<string, string | undefined>> {
  const draft = await stage.make('draft')
  const thread = await stage.make('thread')
  const member = await stage.make('member')
  const webhook = await stage.make('webhook')
  return {
    polls: draft.params['ref'],
    discussions: thread.params['ref'],
    comments: thread.params['id'],
    memberships: member.params['id'],
    webhooks: webhook.params['id'],
    deliveries: webhook.params['delivery'],
    groups: 'mill-lane',
  }
}

type Call = Target & { fields: [name: string, schema: Schema][] }

async function callsOf(document_path: string, headers: Record<string, string>): Promise<Call[]> {
  const { paths, components } = (await app.inject(document_path)).json<ApiDocument>()
  const refs = await references()
  const known = `group_id=${stage.at.world.group.id}&poll_type=count&title=T`
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]) => {
      const schema = requestBody?.content[JSON_TYPE]?.schema ?? {}
      const whole = components?.schemas?.[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
      return {
        method: method.toUpperCase(),
        url: path.replace(/(\w+)\/\{\w+\}/g, (_, kind: string) => `${kind}/${refs[kind]}`),
        headers,
        known,
        fields: Object.entries(whole.properties ?? {}).filter(([name]) => name !== 'api_key'),
      }
    }),
  )
  // Deleted records accept nothing.
  return calls.sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))
}

/** A list of this kind of item, and a text, in all spellings. */
function shapesOf([name, { type, items }]: [string, Schema]): Shape[] {
  if (![type].flat().includes('array'))
    return [type].flat().includes('string')
      ? [...SOME_PIECES.map((piece) => field(name, piece)), blanksIn(name)]
      : [list(name, '#')]
  const kind = [items?.type].flat()[0]
  const [item, in_json] =
    kind === 'integer'
      ? ['#', '#']
      : kind === 'object'
        ? ['#', '{"option":"#","percent":1}']
        : ['a # b', '"a # b"']
  const lists = [list(`${name}[]`, item), listInJson(name, in_json)]
  return QUICK ? lists : [...lists, list(name, item), listInJson(`${name}[]`, in_json)]
}

const CALLS = [...(await callsOf('/api/openapi.json', b1)), ...(await callsOf('/api/b2/openapi.json', b2))]

describe('the fields of a call', () => {
  test.each(
    CALLS.filter(({ fields }) => fields.length > 0).map(
      (call) => [`${call.method} ${call.url}`, call] as const,
    ),
  )('%s', async (_, { fields, ...target }) =>
    expectNoFaults(fields.flatMap(shapesOf).map((shape) => trial(target, shape))),
  )

  test('exist in both APIs', () => {
    const urls = CALLS.filter(({ fields }) => fields.length > 5).map(({ url }) => url)
    expect(urls).toEqual(expect.arrayContaining(['/api/b1/polls', '/api/b2/polls']))
  })
})

const POSTED = [...new Map(ROWS.map((row) => [`${row.method} ${row.url}`, row])).values()].filter(
  ({ method }) => method === 'POST',
)

/** Fields that the form shows for other kinds of polls, and reads for all. */
const OF_OTHER_POLLS: Record<string, string[]> = {
  '/new-poll': ['quorum_pct', 'thresholds[0][percent]', 'thresholds[0][option]', 'agree_target', 'seats'],
}

/** A form as submitted by an admin's browser, and the names of its fields. */
async function formOf({ url: route, object }: Row): Promise<{ target: Target; names: string[] }> {
  await stage.restore()
  const place = await stage.make(object)
  const url = route.replace(/:(\w+)/g, (_, name: string) => place.params[name] ?? '')
  const headers = { accept: 'text/html', ...SAME_ORIGIN, ...(await stage.headersOf('admin', place)) }
  const fields = { ...FORMS[route], step: 'preview', act: 'preview' }
  const asked = await app.inject({ url: `${url}?${new URLSearchParams(fields)}`, headers })
  const refused = await app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': FORM },
    payload: 'x=1',
  })
  const shown = [asked.body, refused.body]
    .flatMap(formsOn)
    .flatMap((form) => form.fields.map(([name]) => name))
  return {
    target: { method: 'POST', url, headers, known: new URLSearchParams(fields).toString() },
    names: [...new Set([...Object.keys(fields), ...shown, ...(OF_OTHER_POLLS[route] ?? [])])],
  }
}

describe('the fields of a form', () => {
  test.each(POSTED.map((row) => [row.url, row] as const))('%s', async (_, row) => {
    const { target, names } = await formOf(row)
    const trials = names.flatMap((name) => {
      const others = new URLSearchParams(target.known)
      others.delete(name)
      const shapes = [...SOME_PIECES.map((piece) => field(name, piece)), blanksIn(name), list(name, '#')]
      return shapes.map((shape) => trial({ ...target, known: others.toString() }, shape))
    })
    await expectNoFaults(trials)
  })
})

const MCP = {
  method: 'POST',
  url: '/mcp?allow_writes=true',
  headers: { ...b1, accept: 'application/json, text/event-stream' },
}
/** One route for each way of reading bodies; a quick run tests only these. */
const READERS = [
  'POST /api/b1/polls',
  'POST /api/b1/memberships',
  'POST /api/b2/polls',
  'POST /api/b2/comments',
]

describe('unknown input', () => {
  test.each(
    CALLS.filter(({ method, url }) => !QUICK || READERS.includes(`${method} ${url}`)).map(
      (call) => [`${call.method} ${call.url}`, call] as const,
    ),
  )('%s', async (name, target) => {
    // One parser reads all bodies: other routes need only a smaller size.
    const most = READERS.includes(name) ? MOST_BODY : SOME_BODY
    await expectNoFaults(UNKNOWN.map((shape) => trial(target, shape, most)))
  })

  test.each(
    POSTED.filter(({ url }) => !QUICK || ['/new-poll', '/p/:key/ballot', '/sign-in'].includes(url)).map(
      (row) => [row.url, row] as const,
    ),
  )('%s', async (_, row) => {
    const { target } = await formOf(row)
    await expectNoFaults(UNKNOWN.map((shape) => trial(target, shape, SOME_BODY)))
  })
})

test('requests of assistants', async () => {
  const call = (given: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_poll","arguments":${given}}}`
  const fields = UNKNOWN.filter(({ type }) => type === JSON_TYPE)
  const inside = fields.map((shape) => ({ ...shape, body: (size: number) => call(shape.body(size)) }))
  const many = {
    name: 'many at once',
    type: JSON_TYPE,
    body: (size: number) => `[${repeated(`${call('{}')},`, size)}${call('{}')}]`,
  }
  await expectNoFaults([...fields, ...inside, many].map((shape) => trial(MCP, shape)))
})

const HEADERS = [
  ...['cookie', 'accept', 'accept-language', 'accept-encoding', 'if-match', 'if-none-match', 'authorization'],
  ...['idempotency-key', 'x-forwarded-for', 'user-agent', 'origin', 'content-type', 'host', 'referer'],
]
const HEADER_PIECES = [
  'a',
  ' ',
  ';',
  ',',
  '"',
  'a=b;',
  'a,',
  'W/"',
  '=',
  'Bearer ',
  '\t',
  'en;q=0.1,',
  'gzip;q=0,',
  '1.2.3.4, ',
]
const QUERIES = [...PIECES, 'x=1&', 'x[]=1&', '%5B', '[', 'x[0][y]=1&', '&']

describe('URLs and headers', () => {
  test.each(HEADERS)('%s', async (name) => {
    const place = await stage.make('open')
    const cookie = await stage.headersOf('admin', place)
    const targets: Target[] = [
      { method: 'GET', url: `/p/${place.params['key']}`, headers: { accept: 'text/html', ...cookie } },
      { method: 'POST', url: '/api/b1/discussions', headers: b1 },
      { method: 'GET', url: '/api/b1/polls', headers: b1 },
      { ...MCP, method: 'POST' },
    ]
    const trials = targets.flatMap((target) =>
      HEADER_PIECES.map((piece) =>
        sending(
          `${target.method} ${target.url} with ${name}: ${JSON.stringify(piece)}`,
          MOST_HEAD,
          (size) => ({
            ...target,
            headers: { ...target.headers, [name]: `${target.headers[name] ?? ''}${repeated(piece, size)}x` },
          }),
        ),
      ),
    )
    await expectNoFaults(trials)
  })

  const READ = [
    ...CALLS.filter(({ method }) => method === 'GET').map(({ url, headers }) => ({
      method: 'GET',
      url,
      headers,
    })),
    ...['/new-poll', '/g/mill-lane/members', '/sign-in', '/help/api', '/feeds/calendar.ics'].map((url) => ({
      method: 'GET',
      url,
      headers: { accept: 'text/html' },
    })),
  ]
  test.each(READ.map((target) => [target.url, target] as const))('the query of %s', async (url, target) => {
    const cookie = target.headers === b1 ? {} : await stage.headersOf('admin', await stage.make('open'))
    const trials = QUERIES.map((piece) =>
      sending(`${url}?${piece}`, MOST_HEAD, (size) => ({
        ...target,
        headers: { ...cookie, ...target.headers },
        url: `${url}?group_id=1&from=${encodeURI(repeated(piece, size / 3))}`.slice(0, MOST_HEAD),
      })),
    )
    await expectNoFaults(trials)
  })
})
