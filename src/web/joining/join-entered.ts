import type { FastifyReply } from 'fastify'
import { Refusal } from '../../errors.ts'
import { commitJoin } from '../../members/joining/commit-join.ts'
import { loadJoinWish } from '../../members/joining/load-join-link.ts'
import { requestOf } from '../../members/joining/wish-path.ts'
import { readName } from '../../users/name.ts'
import type { Entered } from '../../users/sign-in/redeem-sign-in.ts'
import { actAs } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { goIn } from '../sign-in/complete-sign-in.ts'
import { pathAfter } from './outcome-part.tsx'

/**
 * Joins or asks, with the name in the form, now that the address is confirmed, and signs in. If joining
 * fails, the page of the request says so, and the person stays signed in.
 */
export async function joinEntered(exchange: Exchange, entered: Entered): Promise<FastifyReply> {
  return goIn(exchange, await joinedBy(exchange, entered))
}

async function joinedBy(exchange: Exchange, entered: Entered): Promise<Entered> {
  const { services } = exchange
  const { user, next } = entered
  const name = readName(formText(exchange, 'name'))
  const named = { ...user, name: user.name ?? name }
  try {
    const { link, request } = await loadJoinWish(services.db.pool, requestOf(next) ?? 0, user.id)
    const wish = { link_id: link.id, user_id: user.id, name }
    const done = await actAs(services, user.id, (act) => commitJoin(act, wish))
    const names = { own: user.name, typed: name ?? request?.name ?? null }
    return { ...entered, user: named, next: pathAfter({ ...done, name: names }) ?? next }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...entered, user: named }
  }
}
