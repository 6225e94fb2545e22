import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'

/** Paging links of a history; `at`: its URL, `older`: where its next page begins. */
export function HistoryPages({
  at,
  from,
  older,
}: {
  at: string
  from: number
  older: number | null
}): VNode | null {
  if (from === 0 && older === null) return null
  return (
    <nav class="row" aria-label={t('page.history_pages')}>
      {from > 0 && <a href={at}>{t('page.newest_texts')}</a>}
      {older !== null && (
        <a href={`${at}${at.includes('?') ? '&' : '?'}from=${older}`}>{t('page.earlier_texts')}</a>
      )}
    </nav>
  )
}
