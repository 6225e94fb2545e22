import type { FastifyReply } from 'fastify'
import { NotFound } from '../../errors.ts'
import { loadPushChoices, type PushSettings } from '../../push/load-push-choices.ts'
import { endSubscription, setPushKinds, setSubscription } from '../../push/set-subscription.ts'
import { targetOf } from '../../push/subscription.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { actAs } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { signedInPage } from '../visits/signed-in-page.ts'

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

export const noticesPage = signedInPage({
  path: '/account/push',
  acts: {
    '/account/push': turnOn,
    '/account/push/off': turnOff,
    '/account/push/kinds': saveKinds,
  },
})

/** How a person's notifications are set. Null: browsers offer none without https, except on one machine. */
export async function noticesOf({ services }: Exchange, viewer: SignedIn): Promise<PushSettings | null> {
  return isOffered(services.config) ? loadPushChoices(services.db, viewer) : null
}

function isOffered({ public_url }: { public_url: string }): boolean {
  const { protocol, hostname } = new URL(public_url)
  return protocol === 'https:' || THIS_MACHINE.test(hostname)
}

/**
 * POST /account/push: what the browser's push service gave our script; from now on the browser gets notices.
 */
async function turnOn(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { db, config } = exchange.services
  if (!isOffered(config)) throw new NotFound()
  const text = (name: string) => formText(exchange, name)
  const offered = { endpoint: text('endpoint'), p256dh: text('p256dh'), auth: text('auth') }
  const target = targetOf(offered, config.outbound_allow)
  if (target === null) return exchange.reply.redirect('/account?done=push_failed', 303)
  const { public_key: service_key } = await db.push_keys()
  await actAs(exchange.services, viewer.id, (act) => setSubscription(act, viewer, { ...target, service_key }))
  return exchange.reply.redirect('/account?done=push', 303)
}

/** POST /account/push/off: the browser gets no more notices. */
async function turnOff(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  await actAs(exchange.services, viewer.id, (act) => endSubscription(act, viewer))
  return exchange.reply.redirect('/account?done=push_off', 303)
}

/** POST /account/push/kinds: the ticked kinds go on, on all devices, the others stop. */
async function saveKinds(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const ticked = [formOf(exchange)['kinds'] ?? []].flat()
  await actAs(exchange.services, viewer.id, (act) => setPushKinds(act, viewer.id, ticked.map(String)))
  return exchange.reply.redirect('/account?done=push_kinds', 303)
}
