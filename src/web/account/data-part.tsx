import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'

/** The actions on a person's own data. */
export function DataPart(): VNode {
  return (
    <section class="stack" aria-labelledby="data">
      <h2 id="data">{t('account.your_data')}</h2>
      <p>
        <a href="/account/address">{t('account.change_address')}</a>
        <br />
        <span class="small quiet">{t('account.change_address_about')} </span>
      </p>
      <p>
        <a href="/account/data">{t('account.take_data')}</a>
        <br />
        <span class="small quiet">{t('account.take_data_about')} </span>
      </p>
      <p>
        <a href="/account/leave">{t('account.leave')}</a>
        <br />
        <span class="small quiet">{t('account.leave_about')} </span>
      </p>
    </section>
  )
}
