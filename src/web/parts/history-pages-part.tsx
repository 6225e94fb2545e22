import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'

/**
 * The ways on in a history that does not fit on one page; `at` is its address, `older` where its next page
 * begins.
 */
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
      {older !== null && <a href={`${at}?from=${older}`}>{t('page.earlier_texts')}</a>}
    </nav>
  )
}
