import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { t } from '../../locales/say.ts'
import { Layout } from '../parts/layout.tsx'
import { SendsMail } from '../request/asked-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'

/** Introduces the service to visitors without a link who are not signed in. */
export function WelcomePage({ host }: { host: string }): VNode {
  const sends = useContext(SendsMail)
  return (
    <Layout title={t('page.welcome')} viewer={null}>
      <p class="kicker" {...AS_IS}>
        {host}
      </p>
      <h1>{t('page.welcome_heading')}</h1>
      <p>{t('page.welcome_about')} </p>
      <p>
        <a class="button" href="/sign-in">
          {t('page.sign_in')}
        </a>
      </p>
      <h2>{t('page.if_invited')}</h2>
      <p>{t(sends ? 'page.if_invited_about' : 'page.if_invited_about_unsent')} </p>
      <h2>{t('page.if_programmer')}</h2>
      <p>{rich('page.if_programmer_about', { link: (text) => <a href="/help/api">{text}</a> })} </p>
    </Layout>
  )
}

/** Tells the operator of a new service where to find the link that creates the first group. */
export function AwaitingSetupPage({ public_url }: { public_url: string }): VNode {
  return (
    <Layout title={t('sign_in.set_up')} viewer="unknown">
      <h1>{t('page.running')}</h1>
      <SetupLinkPlace public_url={public_url} />
    </Layout>
  )
}

/** Where that link is. */
export function SetupLinkPlace({ public_url }: { public_url: string }): VNode {
  return (
    <>
      <p>{t('page.no_group_yet')} </p>
      <pre>
        <code>{`${public_url}/setup?k=…`}</code>
      </pre>
      <p>{t('page.setup_link')}</p>
    </>
  )
}
