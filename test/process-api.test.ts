import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { serve } from './app.ts'
import { installProgram, run } from './process.ts'
import { createWorld, keyFor } from './world.ts'

installProgram()

let settings: Record<string, string>

beforeAll(async () => {
  const world = await createWorld()
  const app = await serve(world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  settings = { PUBLIC_URL: `http://127.0.0.1:${port}`, FOLKMOOT_API_KEY: (await keyFor(world)).key }
})

const api = (...words: string[]) => run(['api', ...words], settings)

describe('folkmoot api', () => {
  test('makes, shows and lists with fields of every type, and prints JSON', async () => {
    const fields = [
      'title=Paint = blue?',
      'poll_type=poll',
      'options[]=Yes',
      'options[]=No',
      'anonymous:=true',
    ]
    const made = await api('post', 'polls', ...fields, 'closing_at=2099-01-01')
    expect([made.status, made.err]).toEqual([0, ''])
    const [poll] = JSON.parse(made.out).polls
    expect(poll).toMatchObject({ title: 'Paint = blue?', anonymous: true, poll_option_names: ['Yes', 'No'] })
    expect(JSON.parse((await api('GET', `/api/b1/polls/${poll.key}`)).out).polls[0].id).toBe(poll.id)
    expect(JSON.parse((await api('GET', 'polls', 'status=closed')).out).polls).toEqual([])
    expect((await api('DELETE', `polls/${poll.id}`)).status).toBe(0)
    expect(await api('GET', `polls/${poll.id}`)).toMatchObject({ status: 1, out: '' })
  })

  test('reports in words what the service refuses', async () => {
    const { status, out, err } = await api('POST', 'polls', 'title=', 'poll_type=proposal')
    expect([status, out]).toEqual([1, ''])
    expect(err).toMatch(/^Title can't be blank \(422 invalid, request [0-9a-f-]{36}\)\n$/)
  })

  test('reports all problems of its own arguments before it sends anything', async () => {
    const { status, err } = await api('FETCH', 'https://else.example/x', 'title', 'options:=[')
    expect(status).toBe(2)
    for (const words of [
      '"title" must be FIELD=TEXT, FIELD[]=TEXT or FIELD:=JSON',
      '"options:=[" must have JSON after :=',
      'METHOD must be one of GET, POST, PATCH, DELETE',
      'PATH must be a path without the address',
    ])
      expect(err).toContain(words)
    expect(await api('GET')).toMatchObject({ status: 2, err: expect.stringContaining('PATH is missing') })
  })

  test('reports a missing key or an unreachable service, and never shows the key', async () => {
    const keyless = await run(['api', 'GET', 'polls'], { ...settings, FOLKMOOT_API_KEY: ' ' })
    expect([keyless.status, keyless.err]).toEqual([1, expect.stringContaining('Set FOLKMOOT_API_KEY')])
    const away = await api('POST', 'discussions', 'title=x', '--url', 'http://127.0.0.1:9')
    expect([away.status, away.err]).toEqual([
      1,
      expect.stringContaining('No response from http://127.0.0.1:9'),
    ])
    expect(away.err).not.toContain(settings['FOLKMOOT_API_KEY'])
    const nonsense = await api('GET', 'polls', '--url', 'moot')
    expect([nonsense.status, nonsense.err]).toEqual([
      1,
      expect.stringContaining('must be the address of a service'),
    ])
  })
})
