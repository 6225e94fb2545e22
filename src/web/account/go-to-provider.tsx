import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { NotFound } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { askWhere } from '../../users/single-sign-on/ask-provider.ts'
import { ProviderFault } from '../../users/single-sign-on/open-provider.ts'
import { type Provider, providerNamed } from '../../users/single-sign-on/provider.ts'
import type { Attempt } from '../../users/single-sign-on/provider-attempts-store.ts'
import { startAttempt } from '../../users/single-sign-on/start-attempt.ts'
import { ErrorNote } from '../parts/error-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actForStranger } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { setAttemptCookie } from '../request/provider-cookie.ts'
import { purposeOf, sendArrivalFault } from './arrival-fault-page.tsx'

const TOO_MANY_STATUS = 429
const MINUTE_SECONDS = 60

/** What to do once the browser comes back. */
type Journey = Omit<Attempt, 'provider'> & { name: string }

/**
 * Sends the browser to a provider, by a page that goes on by itself: the redirect of a form would have to be
 * allowed for every address to which providers pass it on. NotFound: no such provider.
 */
export async function goToProvider(exchange: Exchange, { name, ...journey }: Journey): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  const provider = providerNamed(services.config.providers, name)
  if (provider === null) throw new NotFound()
  try {
    await countAttempt(services.db, 'provider_network', network(request.ip))
    const token = await actForStranger(services, (act) =>
      startAttempt(act, { provider: provider.name, ...journey }),
    )
    const coming = { provider, token, public_url: services.config.public_url }
    const url = await askWhere(coming, journey.again_for !== null)
    setAttemptCookie(exchange, token)
    reply.header('refresh', `0; url=${url}`)
    return sendPage(exchange, <GoPage provider={provider} url={url} />)
  } catch (error) {
    if (error instanceof ProviderFault) {
      noteFault(exchange, provider, error)
      const failed = { provider, fault: error.fault, purpose: purposeOf(journey), next: journey.next }
      return sendArrivalFault(exchange, failed)
    }
    if (!(error instanceof TooManyAttempts)) throw error
    reply.header('retry-after', error.minutes * MINUTE_SECONDS)
    return sendPage(exchange, <TooManyPage refused={error} />, TOO_MANY_STATUS)
  }
}

/** Writes down for the operator why a provider could not be used. */
export function noteFault({ request }: Exchange, { name }: Provider, fault: ProviderFault): void {
  request.log.warn({ provider: name, why: fault.message }, 'a sign-in with a provider failed')
}

function GoPage({ provider, url }: { provider: Provider; url: string }): VNode {
  return (
    <Layout title={t('page.sign_in')} viewer="unknown">
      <h1>{t('sso.going', { provider: provider.label })}</h1>
      <p>
        <a class="button" href={url}>
          {t('sso.go_on')}
        </a>
      </p>
    </Layout>
  )
}

function TooManyPage({ refused }: { refused: TooManyAttempts }): VNode {
  return (
    <Layout title={t('sign_in.too_many')} viewer="unknown">
      <h1>{t('sign_in.too_many')}</h1>
      <ErrorNote message={refused.wordsFor()} />
    </Layout>
  )
}
