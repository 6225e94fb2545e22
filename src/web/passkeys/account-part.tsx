import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'

/** Explains passkeys on the account page, and links to them. */
export function PasskeysPart(): VNode {
  return (
    <section class="stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeys.title')}</h2>
      <p>{t('passkeys.about')}</p>
      <p class="row">
        <a href="/account/passkeys">{t('passkeys.yours')}</a>
      </p>
    </section>
  )
}
