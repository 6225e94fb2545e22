import type { AddressInfo } from 'node:net'
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from './app.ts'
import { assistantOver, refusal, told } from './mcp.ts'
import { installProgram, run, startedBy } from './process.ts'
import { createWorld, keyFor, type World } from './world.ts'

/** `folkmoot mcp`, started and called by a published client of the protocol, as assistants do. */

installProgram()

let world: World
let app: FastifyInstance
let settings: Record<string, string>
const clients: Client[] = []

beforeAll(async () => {
  world = await createWorld()
  app = await serve(world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  settings = { FOLKMOOT_URL: `http://127.0.0.1:${port}`, FOLKMOOT_API_KEY: (await keyFor(world)).key }
})

afterAll(() => Promise.all(clients.map((client) => client.close())))

async function assistant(era: 'auto' | 'legacy', ...options: string[]): Promise<Client> {
  const transport = new StdioClientTransport({ ...startedBy('mcp', ...options), env: settings })
  const client = await assistantOver(transport, era)
  clients.push(client)
  return client
}

describe('folkmoot mcp', () => {
  test.each(['auto', 'legacy'] as const)('lists reading tools, and reads: %s', async (era) => {
    const client = await assistant(era)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(10)
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    expect(await told(client, 'list_groups')).toMatchObject({ groups: [{ handle: 'mill-lane' }] })
    await expect(client.callTool({ name: 'create_poll', arguments: {} })).rejects.toThrow(
      /read-only. To allow it, use --allow-writes/,
    )
  })

  test('writes once if allowed, and reports what is wrong', async () => {
    const client = await assistant('auto', '--allow-writes')
    const wish = { title: 'Paint?', poll_type: 'proposal', closing_at: '2099-01-01' }
    const [{ key }] = (await told(client, 'create_poll', wish)).polls
    expect(await told(client, 'list_polls')).toMatchObject({
      polls: [{ key, title: 'Paint?' }],
      meta: { total: 1 },
    })
    expect(await refusal(client, 'change_poll', { ref: key, closing_at: '2001-01-01' })).toMatch(
      /^closing_at: must be in the future\. Nothing was changed\. \(422 invalid, request /,
    )
  })

  test('explains immediately why it cannot work', async () => {
    const wrong = await run(['mcp'], { ...settings, FOLKMOOT_API_KEY: 'fmk_nobodys' })
    expect(wrong).toMatchObject({ status: 1, out: '', err: expect.stringContaining('403 api_key_invalid') })
    const keyless = await run(['mcp'], { ...settings, FOLKMOOT_API_KEY: '' })
    expect(keyless).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining('Set FOLKMOOT_API_KEY'),
    })
    const away = await run(['mcp', '--url', 'http://127.0.0.1:9'], settings)
    expect(away).toMatchObject({ status: 1, out: '', err: expect.stringContaining('No response from') })
    const other = await run(['mcp', '--url', `${settings['FOLKMOOT_URL']}/help`], settings)
    expect(other).toMatchObject({ status: 1, out: '', err: expect.stringContaining('404') })
  })

  test('keeps working after the service was unavailable for a while', async () => {
    const client = await assistant('auto')
    await told(client, 'list_groups')
    await app.close()
    expect(await refusal(client, 'list_polls')).toMatch(/^No response from http/)
    const again = await serve(world)
    await again.listen({ port: Number(new URL(settings['FOLKMOOT_URL'] ?? '').port), host: '127.0.0.1' })
    expect((await told(client, 'list_polls')).polls).toHaveLength(1)
  })
})
