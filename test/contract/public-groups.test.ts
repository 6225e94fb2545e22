import { beforeAll, expect, test } from 'vitest'
import { createWorld } from '../world.ts'
import { type Caller, caller, envelopeOf, openApi } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
let a: Caller

beforeAll(async () => {
  a = await caller(world, api)
})

const setPublic = (on: boolean) =>
  world.db.pool.query('update groups set public = $1 where id = $2', [on, world.group.id])
const groupNow = async () => envelopeOf(await a.get('/groups')).groups[0]

async function started(body: object): Promise<boolean | undefined> {
  const made = envelopeOf(await a.post('/discussions', { title: 'Trees', ...body })).discussions[0]
  const shown = envelopeOf(await a.get(`/discussions/${made?.id}`)).discussions[0]
  expect(shown?.private).toBe(made?.private)
  return made?.private
}

test('a private group is marked as such, and all its threads are private whatever the request says', async () => {
  expect(await groupNow()).toMatchObject({
    group_privacy: 'closed',
    discussion_privacy_options: 'private_only',
    membership_granted_upon: 'invitation',
    is_visible_to_public: false,
  })
  for (const body of [{}, { private: true }, { private: false }]) expect(await started(body)).toBe(true)
})

test('a public group is marked as such, and its threads are public only if requested', async () => {
  await setPublic(true)
  expect(await groupNow()).toMatchObject({
    group_privacy: 'open',
    discussion_privacy_options: 'public_or_private',
    membership_granted_upon: 'invitation',
    is_visible_to_public: true,
  })
  for (const body of [{}, { private: true }]) expect(await started(body)).toBe(true)
  expect(await started({ private: false })).toBe(false)
  await setPublic(false)
})
