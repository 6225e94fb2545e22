import type { AddressInfo } from 'node:net'
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiDocument } from '../src/api/describe.ts'
import { toolsOf } from '../src/api/tools.ts'
import { B1_ROUTES } from '../src/b1/routes.ts'
import type { Permission } from '../src/keys/api-key.ts'
import { decoded } from './group-web.ts'
import { assistantOver, refusal, told } from './mcp.ts'
import { everyRow, openListening, openWeb, PUBLIC_URL, type Web } from './web.ts'
import { addMembers, createWorld, keyFor, type World } from './world.ts'

/** The tools for assistants at /mcp, called over the network with a published client of the protocol. */

let world: World
let web: Web
let base: string

beforeAll(async () => {
  world = await createWorld()
  await addMembers(world)
  web = await openWeb(world, { API_RATE_LIMIT: '0' })
  await web.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(web.app.server.address() as AddressInfo).port}/mcp`
})

type Wish = { era?: 'auto' | 'legacy'; writes?: boolean; permissions?: Permission[] }

async function assistant({ era, writes = false, permissions }: Wish = {}): Promise<Client> {
  const { key } = await keyFor(world, permissions === undefined ? {} : { permissions })
  const url = new URL(writes ? `${base}?allow_writes=true` : base)
  const headers = { authorization: `Bearer ${key}` }
  return assistantOver(new StreamableHTTPClientTransport(url, { requestInit: { headers } }), era)
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

/** All rows except those with a key's last day of use. */
async function written(): Promise<Record<string, string>> {
  const { api_keys: _, ...rows } = await everyRow(world)
  return rows
}

/** All reads except webhooks: those are for operators. */
const READ = B1_ROUTES.filter(({ method, does }) => method === 'GET' && does.tag !== 'Webhooks').map(
  ({ does }) => does.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

const poll = { title: 'Paint the hall blue?', poll_type: 'proposal', closing_at: '2099-01-31T18:00:00Z' }

describe('the tools', () => {
  test.each(['auto', 'legacy'] as const)('only include reading ones by default: %s', async (era) => {
    const { tools } = await (await assistant({ era })).listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(READ.toSorted())
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  })

  test('include writing ones if the URL allows it, but none that delete or return secrets', async () => {
    const names = await namesOf(await assistant({ writes: true }))
    expect(names).toEqual(
      expect.arrayContaining([
        ...READ,
        'create_discussion',
        'create_comment',
        'create_poll',
        'cast_ballot',
        'close_poll',
        'create_outcome',
        'invite_voters',
        'invite_members',
        'remind_voters',
      ]),
    )
    expect(names.filter((name) => /delete|remove|withdraw|webhook/.test(name))).toEqual([])
  })

  test('describe their purpose, input and output, in schemas that others can read', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const { name, description, input } of toolsOf(apiDocument(web.app))) {
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].+\. Returns: [A-Zw].+\.$/s)])
      expect(ajv.validateSchema(input)).toBe(true)
      expect(() => ajv.compile(input)).not.toThrow()
      expect(JSON.stringify(input)).not.toMatch(/api_key|\$ref|remove_absent|hide_results_until_closed/)
      const undescribed = Object.entries(input.properties).filter(([, field]) => !field.description)
      expect([name, undescribed]).toEqual([name, []])
    }
  })

  test('are the same from the served and from the cached document', async () => {
    const served = JSON.parse((await web.app.inject('/api/openapi.json')).body)
    expect(toolsOf(served)).toEqual(toolsOf(apiDocument(web.app)))
  })
})

describe('an assistant', () => {
  test.each(['auto', 'legacy'] as const)('handles a question from thread to outcome: %s', async (era) => {
    const client = await assistant({ era, writes: true })
    const [thread] = (await told(client, 'create_discussion', { title: 'The hall' })).discussions
    await told(client, 'create_comment', { ref: String(thread.id), body: 'It *peels*.' })
    const made = await told(client, 'create_poll', { ...poll, discussion_id: thread.id })
    const [{ id, key }] = made.polls
    const cast = { ref: key, email: 'ben@mill.example', choices: { agree: 1 }, reason: 'At last' }
    await told(client, 'cast_ballot', cast)
    await told(client, 'close_poll', { ref: key })
    await told(client, 'create_outcome', { ref: key, statement: 'Blue it is.' })
    expect(await told(client, 'show_results', { ref: String(id) })).toMatchObject({
      options: [{ name: 'agree', score: 1 }, {}, {}],
    })
    expect(await told(client, 'list_comments', { ref: String(thread.id) })).toMatchObject({
      comments: [{ body: 'It *peels*.' }],
    })
    expect((await told(client, 'show_poll', { ref: key })).outcomes).toMatchObject([
      { statement: 'Blue it is.' },
    ])
  })

  test('gets the API’s answers, as records and as text', async () => {
    const client = await assistant()
    const { key } = await keyFor(world)
    const asked = await web.app.inject({ url: '/api/b1/groups', headers: { authorization: `Bearer ${key}` } })
    const { content, structuredContent } = await client.callTool({ name: 'list_groups', arguments: {} })
    expect(structuredContent).toEqual(asked.json())
    expect(content).toEqual([{ type: 'text', text: asked.body }])
  })

  test('with read access only is refused every writing tool, and nothing is written', async () => {
    const client = await assistant()
    const before = await written()
    const writing = toolsOf(apiDocument(web.app)).filter(({ writes }) => writes)
    for (const { name } of writing)
      await expect(client.callTool({ name, arguments: { ...poll } })).rejects.toThrow(
        /read-only.*allow_writes=true/,
      )
    await expect(client.callTool({ name: 'delete_poll', arguments: { ref: '1' } })).rejects.toThrow(
      'There is no tool delete_poll.',
    )
    expect(await written()).toEqual(before)
    expect(writing.length).toBeGreaterThan(10)
  })

  test('gets at most twenty unknown fields reported, however many it sends', async () => {
    const client = await assistant({ writes: true })
    const given = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`x${at}${'y'.repeat(100)}`, 1]),
    )
    const said = await refusal(client, 'create_poll', { ...poll, ...given })
    expect(said.match(/unknown field/g)).toHaveLength(20)
    expect(said.length).toBeLessThan(50_000)
  })

  test('may begin with a byte order mark', async () => {
    const { key } = await keyFor(world)
    const answer = await fetch(base, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '\ufeff{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('list_polls')])
  })

  test('has the permissions of its key', async () => {
    const client = await assistant({ writes: true, permissions: ['create_poll'] })
    const [{ key }] = (await told(client, 'create_poll', poll)).polls
    for (const [name, given, permission] of [
      ['create_discussion', { title: 'x' }, 'create_discussion'],
      ['close_poll', { ref: key }, 'manage_polls'],
      ['list_voters', { ref: key }, 'manage_polls'],
      ['cast_ballot', { ref: key, email: 'ben@mill.example', choices: { agree: 1 } }, 'cast_ballots'],
      ['list_memberships', {}, 'read_memberships'],
      ['invite_members', { emails: ['x@else.example'] }, 'manage_memberships'],
    ] as const) {
      const words = await refusal(client, name, given)
      expect([name, words]).toEqual([
        name,
        expect.stringMatching(/\(403 permission_missing, request [\w-]{36}\)$/),
      ])
      expect(words).toContain(permission)
    }
  })

  test('learns which fields are invalid and how to fix them', async () => {
    const client = await assistant({ writes: true })
    const before = await written()
    const words = await refusal(client, 'create_poll', {
      title: ' ',
      poll_type: 'coin',
      closing_at: '2001-01-01',
    })
    expect(words).toMatch(
      /^poll_type: must be one of .*; title: can't be blank; closing_at: must be .*\. Nothing was changed\. \(422 invalid, /,
    )
    expect(await refusal(client, 'create_poll', { ...poll, colour: 'blue', secret: true })).toMatch(
      /^colour: unknown field; this tool has title, poll_type, .*; secret: unknown field.*Nothing was changed\.$/,
    )
    const all = await refusal(client, 'create_poll', { poll_type: 'coin', options: 3, colour: 'blue' })
    for (const told of [
      'colour: unknown field',
      "title: can't be blank",
      'poll_type: must be one of',
      'options: item 1 must be text',
    ])
      expect(all).toContain(told)
    expect(await refusal(client, 'list_groups', { per: 3 })).toBe(
      'per: unknown field; this tool has none. Nothing was changed.',
    )
    expect(await refusal(client, 'list_polls', { per: 9999 })).toMatch(/^per: must be .*\(422 invalid/)
    for (const ref of ['..', '../groups', 'a/b', '', '?x', null, {}, undefined])
      expect(await refusal(client, 'show_poll', { ref })).toBe(
        'ref: must be an id or a key. Nothing was changed.',
      )
    expect(await refusal(client, 'show_poll', { ref: '999999' })).toMatch(
      /record does not exist.*\(404 not_found/,
    )
    // Tools that an assistant may try because it knows the API from elsewhere.
    const removal = { emails: ['ada@mill.example'], remove_absent: true, force: true }
    expect(await refusal(client, 'invite_members', removal)).toContain('remove_absent: unknown field')
    expect(await written()).toEqual(before)
  })

  test('sees nothing of another group', async () => {
    const client = await assistant({ writes: true })
    const [{ key }] = (await told(client, 'create_poll', poll)).polls
    const other = await createWorld()
    const elsewhere = await openWeb(other)
    await elsewhere.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = elsewhere.app.server.address() as AddressInfo
    const issued = await keyFor(other)
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${issued.key}` } },
    })
    expect(await refusal(await assistantOver(transport), 'show_poll', { ref: key })).toContain(
      '404 not_found',
    )
  })
})

test('the help page lists every tool, and its settings work as printed', async () => {
  const listening = await openListening(world)
  const page = decoded((await listening.get('/help/mcp')).body)
  for (const { name, description } of toolsOf(apiDocument(listening.app))) {
    expect(page).toContain(`<code>${name}</code>`)
    expect(page).toContain(description)
  }
  const [http, stdio] = [...page.matchAll(/<code>(\{\s+"mcpServers"[\s\S]*?)<\/code>/g)].map(
    ([, text = '']) => JSON.parse(text).mcpServers.folkmoot,
  )
  const { key } = await keyFor(world)
  const headers = { Authorization: http.headers.Authorization.replace('fmk_…', key) }
  const transport = new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers } })
  expect(await namesOf(await assistantOver(transport))).toHaveLength(READ.length)
  const writing = /<code>(http\S+allow_writes\S+)<\/code>/.exec(page)?.[1] ?? ''
  const more = new StreamableHTTPClientTransport(new URL(writing), { requestInit: { headers } })
  expect(await namesOf(await assistantOver(more))).toContain('create_poll')
  expect(stdio).toMatchObject({
    args: [expect.stringContaining('bin/folkmoot.js'), 'mcp'],
    env: { FOLKMOOT_API_KEY: 'fmk_…' },
  })
})

describe('the address', () => {
  const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

  const send = (headers: Record<string, string>, payload = LIST, url = '/mcp', { app } = web) =>
    app.inject({ method: 'POST', url, headers: { ...HEADERS, ...headers }, payload })
  const ownKey = async () => ({ authorization: `Bearer ${(await keyFor(world)).key}` })

  test('requires a valid key, and says so first', async () => {
    const { key, id } = await keyFor(world)
    await world.db.pool.query('update api_keys set revoked_at = now() where id = $1', [id])
    for (const [headers, code] of [
      [{}, 'api_key_missing'],
      [{ authorization: 'Bearer ' }, 'api_key_missing'],
      [{ authorization: `Token ${key}` }, 'api_key_missing'],
      [{ authorization: 'Bearer fmk_nobodys' }, 'api_key_invalid'],
      [{ authorization: `Bearer ${key}` }, 'api_key_revoked'],
    ] as const) {
      const answer = await send(headers)
      expect([answer.statusCode, answer.json().code]).toEqual([403, code])
    }
    expect((await send({}, LIST, `/mcp?api_key=${key}`)).json().code).toBe('api_key_missing')
    const client = assistantOver(new StreamableHTTPClientTransport(new URL(base)))
    await expect(client).rejects.toThrow()
  })

  test('refuses pages of other sites, and keeps no streams open', async () => {
    const own = await ownKey()
    const other = await send({ ...own, origin: 'https://else.example' })
    expect([other.statusCode, other.json().code]).toEqual([403, 'other_origin'])
    expect((await send({ ...own, origin: PUBLIC_URL })).statusCode).toBe(200)
    const stream = await web.app.inject({ url: '/mcp', headers: { ...own, accept: 'text/event-stream' } })
    expect(stream.statusCode).toBe(405)
    expect((await web.app.inject({ method: 'HEAD', url: '/mcp', headers: own })).statusCode).toBe(404)
    const assistants = await assistant()
    await expect(assistants.listen({ toolsListChanged: true })).rejects.toThrow(/limit/)
  })

  test('reports what it cannot parse', async () => {
    const own = await ownKey()
    const unclear = await send(own, LIST, '/mcp?allow_writes=yes')
    expect([unclear.statusCode, unclear.json().error]).toEqual([
      400,
      'allow_writes in the address must be true or false.',
    ])
    const broken = await send(own, '{"jsonrpc":')
    expect([broken.statusCode, broken.json().error.code]).toEqual([400, -32_700])
    const large = await send(own, `"${'x'.repeat(1_100_000)}"`)
    expect([large.statusCode, large.json().code]).toEqual([413, 'body_too_large'])
  })

  test('refuses several messages in one request, and runs none of them', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_polls' } }
    for (const payload of [JSON.stringify([call, call]), `\ufeff ${JSON.stringify([call])}`]) {
      const answer = await send(await ownKey(), payload)
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        {
          jsonrpc: '2.0',
          id: null,
          error: { code: -32_600, message: expect.stringContaining('one message') },
        },
      ])
    }
  })

  test('counts requests by key, as the API does', async () => {
    const limited = await openWeb(world, { API_RATE_LIMIT: '2' })
    const own = await ownKey()
    const ask = () => send(own, LIST, '/mcp', limited)
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200])
    const third = await ask()
    expect([third.statusCode, third.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  })
})
