import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import type { ArrivalFault, Provider } from '../../users/single-sign-on/provider.ts'
import type { Attempt } from '../../users/single-sign-on/provider-attempts-store.ts'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { againPath, signInPath } from '../request/own-path.ts'
import { Command } from '../words/command-part.tsx'
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
  not_theirs: 403,
  not_again: 403,
}

/** For what the browser went to the provider; `unknown`: someone who is signed in did. */
type Purpose = 'sign_in' | 'again' | 'link' | 'unknown'

/** The purpose of an attempt. */
export function purposeOf({ user_id, again_for }: Pick<Attempt, 'user_id' | 'again_for'>): Purpose {
  if (user_id !== null) return 'link'
  return again_for === null ? 'sign_in' : 'again'
}

/** `next`: the page to continue to, unless a login was to be linked. */
type Failed = { provider: Pick<Provider, 'label'>; fault: ArrivalFault; purpose: Purpose; next: string }

/** Says why nobody was signed in or no login linked, and what to do. */
export async function sendArrivalFault(exchange: Exchange, failed: Failed): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const by_mail = await loadSignsInByMail(db.pool, config)
  const status = STATUS[failed.fault]
  if (failed.fault === 'away') exchange.reply.header('retry-after', RETRY_SECONDS)
  return sendPage(exchange, <FaultPage {...failed} by_mail={by_mail} />, status)
}

function FaultPage({ provider, fault, purpose, next, by_mail }: Failed & { by_mail: boolean }): VNode {
  const title = titleOf(purpose)
  const { href, label } = wayOn(purpose, next)
  return (
    <Layout title={title} viewer="unknown">
      <h1>{title}</h1>
      <p>{wordsOf(fault, provider.label)} </p>
      {purpose === 'sign_in' && <p>{by_mail ? t('sso.other_ways') : t('sso.only_links')} </p>}
      {purpose === 'sign_in' && fault === 'away' && (
        <p class="small quiet">
          {rich('sso.operator', { command: <Command words="npx folkmoot sign-in-link --email …" /> })}
        </p>
      )}
      <p>
        <a class="button" href={href}>
          {label}
        </a>
      </p>
    </Layout>
  )
}

function titleOf(purpose: Purpose): string {
  if (purpose === 'link') return t('sso.not_linked')
  return purpose === 'sign_in' ? t('sso.not_signed_in') : t('again.nothing_changed')
}

function wayOn(purpose: Purpose, next: string): { href: string; label: string } {
  if (purpose === 'sign_in') return { href: signInPath(next), label: t('sso.to_sign_in') }
  if (purpose === 'again') return { href: againPath(next), label: t('again.retry') }
  return { href: '/account', label: t('page.your_account') }
}

function wordsOf(fault: ArrivalFault, provider: string): string {
  return fault === 'over' ? t('sso_fault.over') : t(`sso_fault.${fault}`, { provider })
}
