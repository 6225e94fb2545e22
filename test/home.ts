import { change, SYSTEM } from '../src/db/db.ts'
import { acceptInvitation } from '../src/members/accept-invitation.ts'
import { sessionOf } from './sign-in.ts'
import { HOUR_MS } from './tell.ts'
import { openWeb, type Web } from './web.ts'
import { addMembers, createWorld, type World } from './world.ts'

/** `comeIn`: empties the world of polls and threads, and returns the cookie of Ben, who has joined. */
type HomeWorld = { world: World; web: Web; ben: number; comeIn(): Promise<string> }

/** A world with the home page of Ben, whose times are those of Berlin. */
export async function openHome(): Promise<HomeWorld> {
  const world = await createWorld()
  const [ben = 0] = await addMembers(world)
  const web = await openWeb(world)
  await world.db.pool.query("update users set time_zone = 'Europe/Berlin' where id = $1", [ben])
  const comeIn = async () => {
    await world.db.pool.query('truncate polls, discussions, electorate, ballots, tallies cascade')
    await change(world.db, SYSTEM, (act) =>
      acceptInvitation(act, { group_id: world.group.id, user_id: ben, mailed: true }),
    )
    return sessionOf(world, ben)
  }
  return { world, web, ben, comeIn }
}

/** The titles under "Waiting for your vote" on a home page, in their order. */
export function waitingIn(page: string): string[] {
  const list = /<ul class="waiting.*?<\/ul>/s.exec(page)?.[0] ?? ''
  return [...list.matchAll(/<a href="\/p\/\w+\?own"[^>]*>(.*?)<\/a>/g)].map(([, title]) => title ?? '')
}

export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
