import { openWeb, tokenFor, type Web } from './web.ts'
import { addMembers, createWorld, type World } from './world.ts'

/** A group, a person invited to it, and the token of their invitation. */
export type Invitation = { world: World; web: Web; ben: number; token: string }

export async function openInvitation(): Promise<Invitation> {
  const world = await createWorld()
  const [ben = 0] = await addMembers(world)
  return {
    world,
    ben,
    web: await openWeb(world),
    token: await tokenFor(world, 'invitation', { user_id: ben }),
  }
}
