import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'

/** Explains personal keys on the account page, and links to them. */
export function OwnKeysPart(): VNode {
  return (
    <section class="stack" aria-labelledby="keys">
      <h2 id="keys">{t('group.tab_api_keys')}</h2>
      <p>{t('key.own_about')}</p>
      <p class="row">
        <a href="/account/keys">{t('key.your_keys')}</a>
      </p>
    </section>
  )
}
