import type { Permission } from '../../src/keys/api-key.ts'
import { PERMISSIONS } from '../../src/keys/api-key.ts'
import { addMembers, createWorld } from '../world.ts'
import { makeGroup } from './acts.ts'
import { type Answer, type Caller, caller, type Fields, openApi, pollFields, pollOf } from './api.ts'

/** A world with its API: the cast, a key with all permissions in their group, and one in another group. */
export async function openStage() {
  const world = await createWorld()
  const api = await openApi(world)
  const [ben = 0, cleo = 0, dai = 0] = await addMembers(world)
  const a = await caller(world, api)
  await makeGroup(world, 'orchard')
  return {
    world,
    db: world.db,
    api,
    ben,
    cleo,
    dai,
    a,
    elsewhere: await caller(world, api, { handle: 'orchard' }),
    /** A key with all permissions but this one. */
    without: (permission: Permission): Promise<Caller> =>
      caller(world, api, { permissions: PERMISSIONS.filter((one) => one !== permission) }),
    /** An open proposal with these changes. */
    make: async (changes: Fields = {}) => pollOf(await a.post('/polls', pollFields(changes))),
  }
}

/** The If-Match header with the version of this response. */
export const matching = (answer: Answer) => ({ 'if-match': String(answer.headers['etag']) })
