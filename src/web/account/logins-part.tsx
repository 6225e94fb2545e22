import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Identity } from '../../users/single-sign-on/load-logins.ts'
import type { Provider } from '../../users/single-sign-on/provider.ts'
import { Time } from '../parts/date-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { rich } from '../words/rich.tsx'

/** A person's logins, the providers of this service, and whether people sign in by mail too. */
export type Logins = { linked: Identity[]; providers: readonly Provider[]; by_mail: boolean }

/** Whether there is anything to show about them. */
export function showsLogins({ linked, providers }: Pick<Logins, 'linked' | 'providers'>): boolean {
  return linked.length + providers.length > 0
}

/**
 * A person's logins at providers, with buttons to remove them, and providers to link. Nothing without either.
 */
export function LoginsPart({ logins, zone }: { logins: Logins; zone: string }): VNode | null {
  const { linked, providers, by_mail } = logins
  if (!showsLogins(logins)) return null
  const labels = new Map(providers.map(({ issuer, label }) => [issuer, label]))
  const usable = linked.filter(({ issuer }) => labels.has(issuer))
  const isLast = ({ issuer }: Identity) => !by_mail && labels.has(issuer) && usable.length === 1
  const free = providers.filter(({ issuer }) => !linked.some((login) => login.issuer === issuer))
  return (
    <section class="stack" aria-labelledby="logins">
      <h2 id="logins">{t('sso.logins')}</h2>
      <p>{t('sso.logins_about')} </p>
      {linked.length > 0 && (
        <ul class="list bare">
          {linked.map((login) => (
            <Login
              key={login.id}
              login={login}
              label={labels.get(login.issuer) ?? new URL(login.issuer).host}
              last={isLast(login)}
              zone={zone}
            />
          ))}
        </ul>
      )}
      {free.map((provider) => (
        <PostForm key={provider.name} action="/account/logins">
          <button class="button plain" type="submit" name="provider" value={provider.name}>
            {t('sso.link', { provider: provider.label })}
          </button>
        </PostForm>
      ))}
    </section>
  )
}

type LoginProps = { login: Identity; label: string; last: boolean; zone: string }

function Login({ login, label, last, zone }: LoginProps): VNode {
  return (
    <li class="row">
      <div>
        <p dir="auto">{label}</p>
        <p class="small quiet">
          {rich('sso.linked_since', { when: <Time at={login.linked_at} zone={zone} /> })}
          {last && ` · ${t('sso.last_way')}`}
        </p>
      </div>
      {!last && (
        <PostForm action="/account/logins/remove">
          <button
            class="link"
            type="submit"
            name="login"
            value={login.id}
            aria-label={t('sso.remove_named', { provider: label })}
          >
            {t('sso.remove')}
          </button>
        </PostForm>
      )}
    </li>
  )
}
