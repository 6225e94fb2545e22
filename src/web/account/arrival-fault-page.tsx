import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import type { ArrivalFault, Provider } from '../../users/single-sign-on/provider.ts'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signInPath } from '../request/own-path.ts'
import { rich } from '../words/rich.tsx'

const RETRY_SECONDS = 60

const STATUS: Record<ArrivalFault, number> = {
  away: 503,
  denied: 403,
  over: 410,
  untrue: 502,
  no_address: 403,
  taken: 409,
  elsewhere: 409,
  another: 409,
  signed_out: 409,
}

/** `linking`: a login to an account, which is then the way on; `next`: the page to continue to otherwise. */
type Failed = { provider: Pick<Provider, 'label'>; fault: ArrivalFault; linking: boolean; next: string }

/** Says why nobody was signed in or no login linked, and what to do. */
export async function sendArrivalFault(exchange: Exchange, failed: Failed): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const by_mail = await loadSignsInByMail(db.pool, config)
  const status = STATUS[failed.fault]
  if (failed.fault === 'away') exchange.reply.header('retry-after', RETRY_SECONDS)
  return sendPage(exchange, <FaultPage {...failed} by_mail={by_mail} />, status)
}

function FaultPage({ provider, fault, linking, next, by_mail }: Failed & { by_mail: boolean }): VNode {
  const title = linking ? t('sso.not_linked') : t('sso.not_signed_in')
  return (
    <Layout title={title} viewer="unknown">
      <h1>{title}</h1>
      <p>{wordsOf(fault, provider.label)} </p>
      {!linking && <p>{by_mail ? t('sso.other_ways') : t('sso.only_links')} </p>}
      {!linking && fault === 'away' && (
        <p class="small quiet">
          {rich('sso.operator', { command: <code>npx folkmoot sign-in-link --email …</code> })}
        </p>
      )}
      <p>
        <a class="button" href={linking ? '/account' : signInPath(next)}>
          {linking ? t('page.your_account') : t('sso.to_sign_in')}
        </a>
      </p>
    </Layout>
  )
}

function wordsOf(fault: ArrivalFault, provider: string): string {
  return fault === 'over' ? t('sso_fault.over') : t(`sso_fault.${fault}`, { provider })
}
