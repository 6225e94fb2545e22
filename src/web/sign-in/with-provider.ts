import type { FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../../errors.ts'
import { type MappingStep, setMappedGroups } from '../../members/mapping/set-mapped-groups.ts'
import { countAttempt } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import type { Entered } from '../../users/sign-in/redeem-sign-in.ts'
import { askProvider } from '../../users/single-sign-on/ask-provider.ts'
import { claimAttempt } from '../../users/single-sign-on/claim-attempt.ts'
import type { Claims } from '../../users/single-sign-on/claims.ts'
import { ProviderFault } from '../../users/single-sign-on/open-provider.ts'
import { type ArrivalFault, type Provider, providerNamed } from '../../users/single-sign-on/provider.ts'
import { redeemArrival } from '../../users/single-sign-on/redeem-arrival.ts'
import { purposeOf, sendArrivalFault } from '../account/arrival-fault-page.tsx'
import { goToProvider, noteFault } from '../account/go-to-provider.tsx'
import { queryText } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { ownPath } from '../request/own-path.ts'
import { attemptToken, setAttemptCookie, setJoinCookie } from '../request/provider-cookie.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { browserOf, goIn } from './complete-sign-in.ts'

const NO_CONTENT = 204

export const withProviderPage = openPage({
  path: '/sign-in/with/:provider',
  show: comeBack,
  acts: { '/sign-in/with': go },
})

/** POST /sign-in/with: sends the browser to a provider. */
async function go(exchange: Exchange): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  const next = ownPath(formText(exchange, 'next'))
  const journey = { next, user_id: null, session_id: null, again_for: null }
  return goToProvider(exchange, { name: formText(exchange, 'provider'), ...journey })
}

/**
 * GET /sign-in/with/PROVIDER: where the provider sends browsers back. Signs in, links a login, or asks for
 * the code of a mail; once for each attempt, and only when the page is opened.
 */
async function comeBack(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  if (isOnlyLook(request)) return exchange.reply.code(NO_CONTENT).send()
  const { provider: name } = request.params as { provider: string }
  const provider = providerNamed(services.config.providers, name)
  if (provider === null) throw new NotFound()
  await countAttempt(services.db, 'provider_network', network(request.ip))
  const token = attemptToken(exchange)
  const came = { token, state: queryText(exchange, 'state'), provider: provider.name }
  const attempt = await claimAttempt(services.db, came)
  if (attempt === null) return sendOver(exchange, provider)
  setAttemptCookie(exchange, '')
  const { next } = attempt
  const refuse = (fault: ArrivalFault) =>
    sendArrivalFault(exchange, { provider, fault, purpose: purposeOf(attempt), next })
  try {
    const query = request.url.split('?').slice(1).join('?')
    const claims = await askProvider({ provider, token, public_url: services.config.public_url }, query)
    const viewer = await signedIn(exchange)
    const arriving = { provider, claims, attempt, viewer, browser: browserOf(exchange) }
    const arrival = await redeemArrival(services.db, arriving)
    if (arrival.is === 'refused') return refuse(arrival.fault)
    if (arrival.is === 'linked') return exchange.reply.redirect(ownPath(next), 303)
    if (arrival.is === 'entered') return enterMapped(exchange, arrival.entered, { provider, ...claims })
    setJoinCookie(exchange, arrival.token)
    return exchange.reply.redirect('/sign-in/join', 303)
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    noteFault(exchange, provider, error)
    return refuse(error.fault)
  }
}

/** Whether nobody opens the page: browsers load pages in advance, and scanners of links ask for headers. */
function isOnlyLook({ method, headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
  return method === 'HEAD' || String(purpose).startsWith('prefetch')
}

/** What it was for is not known any more; whoever is signed in did not come for the first time. */
async function sendOver(exchange: Exchange, provider: Provider): Promise<FastifyReply> {
  const purpose = (await signedIn(exchange)) === null ? 'sign_in' : 'unknown'
  return sendArrivalFault(exchange, { provider, fault: 'over', purpose, next: '/' })
}

type GroupClaims = Pick<Claims, 'subject' | 'groups'>

/** Signs in, and puts the person into the groups that the provider's claim names. */
export async function enterMapped(
  exchange: Exchange,
  entered: Entered,
  { provider, ...claims }: { provider: Provider | null } & GroupClaims,
): Promise<FastifyReply> {
  if (provider !== null) await mapGroups(exchange, entered, { ...claims, provider })
  return goIn(exchange, entered)
}

/** A failure is written down: whoever signs in is signed in. */
async function mapGroups(
  { request, services }: Exchange,
  { user }: Entered,
  { provider, subject, groups: values }: { provider: Provider } & GroupClaims,
): Promise<void> {
  const { groups: rule, issuer, name } = provider
  if (rule === null) return
  const note = (steps: MappingStep[]) => {
    if (steps.length === 0) return
    const level = steps.some(({ did }) => did === 'failed') ? 'error' : 'info'
    request.log[level]({ provider: name, user_id: user.id, steps }, 'groups updated from a claim')
  }
  if (values === null)
    request.log.warn({ provider: name, user_id: user.id, claim: rule.claim }, 'no usable groups claim')
  try {
    note(await setMappedGroups(services.db, { user_id: user.id, issuer, subject, rule, values }))
  } catch (error) {
    const { name: kind, message } = error as Error
    request.log.error(
      { provider: name, user_id: user.id, why: `${kind}: ${message}` },
      'updating groups from a claim failed',
    )
  }
}
