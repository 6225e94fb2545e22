import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'

/** `href` null: a page the reader may not open, or the page itself. */
export type Crumb = { label: string; href: string | null }

/** The way back from the pages of one's account. */
export function accountCrumb(): Crumb {
  return { label: t('page.your_account'), href: '/account' }
}

/** The breadcrumbs of the page; nothing if it has none. */
export function Crumbs({ crumbs }: { crumbs: Crumb[] }): VNode | null {
  if (crumbs.length === 0) return null
  return (
    <nav class="crumbs" aria-label={t('page.breadcrumb')}>
      <ol class="bare">
        {crumbs.map(({ label, href }) => (
          <li key={label}>
            {href === null ? (
              <bdi>{label}</bdi>
            ) : (
              <a href={href} dir="auto">
                {label}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
