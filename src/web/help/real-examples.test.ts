import { expect, test } from 'vitest'
import { openWeb } from '../../../test/web.ts'
import { createWorld, keyFor } from '../../../test/world.ts'
import { apiDocument } from '../../api/describe.ts'
import { bodySchema, chapters } from '../../api/document.ts'
import { sampleAnswer, sampleBody } from '../../api/samples.ts'
import { STATUSES } from '../../http/problem.ts'

type Json = { [name: string]: unknown }

const world = await createWorld()
const web = await openWeb(world)
const { key } = await keyFor(world)
const endpoints = chapters(apiDocument(web.app)).flatMap((chapter) => chapter.endpoints)

/** What differs from group to group: ids, keys, times, secrets and names. */
function neutral(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => neutral(item, name))
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([field]) => field !== 'voter_scores_omitted')
    return Object.fromEntries(fields.map(([field, inner]) => [field, neutral(inner, field)]))
  }
  const own = /(^id|_ids?|^key|_at|^secret|^name|initials)$/.test(name)
  return own && value !== null ? `a ${typeof value}` : value
}

test.each(['createDiscussion', 'createPoll', 'createWebhook'])(
  'the example of %s is what the service answers to its request',
  async (id) => {
    const { path, operation } = endpoints.find((endpoint) => endpoint.id === id)!
    const { body } = await web.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${key}` },
      payload: sampleBody(bodySchema(operation) ?? {}),
    })
    const { groups: _, ...answered } = JSON.parse(body) as Json
    const { groups: __, ...shown } = sampleAnswer(operation) as Json
    expect(neutral(shown)).toEqual(neutral(answered))
  },
)

test('the example of results agrees with its sentence', () => {
  const { operation } = endpoints.find(({ id }) => id === 'showResults')!
  expect(sampleAnswer(operation)).toMatchObject({
    results_visible: true,
    turnout: { eligible: 14, cast: 11 },
    decision: { passed: true, sentence: expect.stringMatching(/^Passed: 8 of 11 .* 11 of 14 voted/) },
  })
})

test('errors are listed by status', () => {
  const statuses = Object.values(STATUSES)
  expect(statuses).toEqual([...statuses].sort((a, b) => a - b))
})
