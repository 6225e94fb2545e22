import type { Served } from '../process.ts'
import { keyOf, SAME_ORIGIN } from '../web.ts'
import type { Town, Voter } from './town.ts'

/** Casts a vote on a service's page; returns the status of the response. */
export async function castOn({ url }: Served, path: string, { cookie }: Voter, choice = 1): Promise<number> {
  const answer = await fetch(`${url}${path}/ballot`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...SAME_ORIGIN, cookie },
    body: new URLSearchParams({ choice: String(choice) }),
  })
  await answer.arrayBuffer()
  return answer.status
}

export const pathOf = async ({ world }: Town, poll_id: number) => `/p/${await keyOf(world, 'polls', poll_id)}`
