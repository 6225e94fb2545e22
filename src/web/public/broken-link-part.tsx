import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { queryOf } from '../../http/credentials.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Flash } from '../parts/flash-part.tsx'
import { PagePath, SendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { keptToken } from '../request/link-cookie.ts'
import { signInPath } from '../request/own-path.ts'

/**
 * Whether the reader of a public page came by a personal link: it would have opened more than this page, so
 * it does not work. The same for tokens that never were one, and for links that were cut off before them.
 */
export function cameByBrokenLink(exchange: Exchange): boolean {
  return 'k' in queryOf(exchange.request) || keptToken(exchange) !== ''
}

/** Says above a public page that the link does not work. People who are signed in have no other way in. */
export function BrokenLinkNote({ viewer }: { viewer: SignedIn | null }): VNode {
  const way = signInPath(useContext(PagePath))
  return (
    <Flash title={t('public.link_broken')} tone="plain">
      {viewer === null ? <WaysIn way={way} /> : <p>{t('problem_page.check_address')}</p>}
    </Flash>
  )
}

/** How to get in without the link that did not work; `way`: the sign-in page, which leads back here. */
export function WaysIn({ way }: { way: string }): VNode {
  const sends = useContext(SendsMail)
  return (
    <>
      <p>{t(sends ? 'problem_page.if_invited' : 'problem_page.if_invited_unsent')}</p>
      <p class="row">
        <a class="button" href={way}>
          {t('page.sign_in')}
        </a>
      </p>
      <p class="small quiet">{t('problem_page.check_address')}</p>
    </>
  )
}
