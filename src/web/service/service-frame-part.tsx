import type { ComponentChildren, VNode } from 'preact'
import { type PlainKey, t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Flash } from '../parts/flash-part.tsx'
import { Layout } from '../parts/layout.tsx'

const TABS: readonly [string, PlainKey][] = [
  ['/status', 'service.tab_status'],
  ['/service/groups', 'service.groups'],
  ['/service/people', 'service.people'],
  ['/service/settings', 'group.tab_settings'],
  ['/service/import', 'service.tab_import'],
  ['/service/history', 'group.tab_history'],
]

type Frame = {
  viewer: SignedIn
  title: string
  /** For a title that somebody wrote. */
  dir?: 'auto'
  /** The tab that the page belongs to. */
  at: string
  done?: boolean
  children: ComponentChildren
}

/** The layout of pages for people who run the service. */
export function ServiceFrame({ viewer, title, dir, at, done = false, children }: Frame): VNode {
  return (
    <Layout
      title={title}
      viewer={viewer}
      sheets={['tabs', 'files']}
      opening={
        <>
          <header>
            <h1 dir={dir}>{title}</h1>
          </header>
          <ServiceTabs at={at} />
        </>
      }
    >
      {done && <Flash title={t('service.done')} tone="good" />}
      {children}
    </Layout>
  )
}

/** Links to the pages for people who run the service. */
export function ServiceTabs({ at }: { at: string }): VNode {
  return (
    <nav class="tabs" aria-label={t('service.pages')}>
      <ul class="bare">
        {TABS.map(([href, label]) => (
          <li key={href}>
            <a href={href} aria-current={href === at ? 'page' : undefined}>
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The URL of a page of a list. */
export function listAddress(path: string, { search, from }: { search: string; from: number }): string {
  const query = new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(from === 0 ? {} : { from: `${from}` }),
  })
  return query.size === 0 ? path : `${path}?${query}`
}
