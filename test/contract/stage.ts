import type { Permission } from '../../src/keys/api-key.ts'
import { PERMISSIONS } from '../../src/keys/api-key.ts'
import { addMembers, createWorld } from '../world.ts'
import { makeGroup } from './acts.ts'
import { type Answer, type Caller, caller, type Fields, openApi, pollFields, pollOf } from './api.ts'

/**
 * A world with its interface: the cast, one who may do all in their group, and one who may do all in another.
 */
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
    /** One who may do all but this. */
    without: (permission: Permission): Promise<Caller> =>
      caller(world, api, { permissions: PERMISSIONS.filter((one) => one !== permission) }),
    /** A proposal that is open, or whatever `changes` make of it. */
    make: async (changes: Fields = {}) => pollOf(await a.post('/polls', pollFields(changes))),
  }
}

/** The header by which a change is made only to what this answer told. */
export const matching = (answer: Answer) => ({ 'if-match': String(answer.headers['etag']) })
