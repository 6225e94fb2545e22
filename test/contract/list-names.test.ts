import { describe, expect, test } from 'vitest'
import type { ApiDocument, Schema } from '../../src/api/document.ts'
import { openStage } from '../security/stage.ts'
import { personalKey } from './b2.ts'

/** A list may be called `name[]` in JSON too, as old clients do. */

const stage = await openStage({ API_RATE_LIMIT: '0' })
const { app } = stage.at.web
const draft = await stage.make('draft')
const thread = await stage.make('thread')
const webhook = await stage.make('webhook')
const REFS: Record<string, string | undefined> = {
  polls: draft.params['ref'],
  discussions: thread.params['ref'],
  webhooks: webhook.params['id'],
}
const keys = {
  b1: stage.key,
  b2: await personalKey(stage.at.world, stage.people.ada),
}

type ListField = { door: 'b1' | 'b2'; method: string; url: string; field: string; item: unknown }

async function listFields(door: 'b1' | 'b2'): Promise<ListField[]> {
  const path = door === 'b1' ? '/api/openapi.json' : '/api/b2/openapi.json'
  const { paths, components } = (await app.inject(path)).json<ApiDocument>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema ?? {}
      const { properties = {} } = components?.schemas?.[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
      const url = path.replace(/(\w+)\/\{\w+\}/g, (_, kind: string) => `${kind}/${REFS[kind]}`)
      return Object.entries(properties)
        .filter(([, { type }]) => [type].flat().includes('array'))
        .map(([field, rules]) => ({ door, method: method.toUpperCase(), url, field, item: itemOf(rules) }))
    }),
  )
}

function itemOf({ items = {} }: Schema): unknown {
  if (items.enum !== undefined) return items.enum[0]
  if (items.type === 'integer') return 1
  return items.type === 'string' ? 'x@far.example' : { option: 'agree', percent: 50 }
}

const ALL = [...(await listFields('b1')), ...(await listFields('b2'))]
const send = ({ door, method, url }: ListField, fields: object) =>
  app.inject({
    method: method as 'POST',
    url,
    headers: { authorization: `Bearer ${keys[door]}` },
    payload: { title: 'T', poll_type: 'proposal', group_id: stage.at.world.group.id, ...fields },
  })

test('both APIs have such fields', () => {
  expect(ALL.filter(({ door }) => door === 'b1').length).toBeGreaterThan(10)
  expect(ALL.filter(({ door }) => door === 'b2').length).toBeGreaterThan(5)
})

describe.each(ALL.map((one) => [`${one.method} ${one.url} ${one.field}`, one] as const))('%s', (_, one) => {
  const { field, item } = one
  test('sent under both names with different contents is refused', async () => {
    const answer = await send(one, { [field]: [item], [`${field}[]`]: [item, item] })
    expect([answer.statusCode, answer.json().errors?.[field]], answer.body).toEqual([
      422,
      [expect.stringContaining('differ')],
    ])
  })

  test('is the same under either name, or both', async () => {
    // Readable but invalid: nothing is saved, and the error shows what was read.
    const wrong = { ...(item as object), length: undefined }
    const bad = typeof item === 'object' ? [wrong] : [{}]
    const answers = await Promise.all([
      send(one, { [field]: bad }),
      send(one, { [`${field}[]`]: bad }),
      send(one, { [`${field}[]`]: bad, [field]: bad }),
    ])
    const said = answers.map((answer) => [
      answer.statusCode,
      answer.json().errors,
      answer.headers['folkmoot-ignored-fields'],
    ])
    expect(said[1]).toEqual(said[0])
    expect(said[2]).toEqual(said[0])
  })
})

test('a poll has the options that such a client sent', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/b1/polls',
    headers: { authorization: `Bearer ${stage.key}` },
    payload: { title: 'T', poll_type: 'proposal', 'options[]': ['agree', 'disagree'] },
  })
  expect(answer.json().polls[0].poll_option_names).toEqual(['agree', 'disagree'])
  expect(answer.headers['folkmoot-ignored-fields']).toBeUndefined()
})

test('other fields have no such name', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/b1/polls',
    headers: { authorization: `Bearer ${stage.key}` },
    payload: { title: 'T', poll_type: 'proposal', 'details[]': ['x'] },
  })
  expect(answer.json().polls[0].details).toBeNull()
  expect(answer.headers['folkmoot-ignored-fields']).toBe('details[]')
})
