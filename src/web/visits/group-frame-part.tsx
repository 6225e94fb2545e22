import type { ComponentChildren, VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import type { GroupVisit } from '../../groups/load-group-visit.ts'
import type { Page } from '../../groups/load-people.ts'
import { t } from '../../locales/say.ts'
import { Layout } from '../parts/layout.tsx'
import { DoneNote } from './done-part.tsx'
import type { Entry, TabLink } from './group-door.ts'

/** The full name of the group visited. */
export function nameOf({ in_group }: Pick<GroupVisit, 'in_group'>): string {
  return fullName(in_group.group, in_group.parent)
}

/** The layout of a group's pages: its name, and the tabs. `title` null: the group's main page. */
export function GroupFrame({
  entry: { viewer, visit, handle, tabs, done },
  title,
  dir,
  side,
  starts = false,
  invites = !starts,
  children,
}: {
  entry: Entry
  /** Null: the group's own page. */
  title: string | null
  /** For a title that somebody wrote. */
  dir?: 'auto' | 'ltr' | 'rtl' | undefined
  side?: ComponentChildren
  /** It has the actions that begin something, which on a phone are at the bottom, inviting people too. */
  starts?: boolean
  /** Leads admins to the page that invites people; false: its content does, or is that page. */
  invites?: boolean
  children: ComponentChildren
}): VNode {
  const name = nameOf(visit)
  const asks = invites && visit.abilities.includes('administer')
  const opening = (
    <>
      <header class={asks ? 'row' : undefined}>
        {title === null && visit.in_group.group.public && <p class="kicker">{t('public.group')}</p>}
        {title === null ? <h1 dir="auto">{name}</h1> : <h1 dir={dir}>{title}</h1>}
        {asks && (
          <p class="invite">
            <a class="button plain" href={`/g/${handle}/invite`}>
              {t('group.invite')}
            </a>
          </p>
        )}
      </header>
      <Tabs label={t('group.pages')} tabs={tabs} />
      {tabs.map(({ label, href, current, within }) =>
        current && within.length > 0 ? (
          <Tabs
            key={href}
            label={t(label)}
            tabs={[{ ...OWN, href, current: within.every((tab) => !tab.current) }, ...within]}
          />
        ) : null,
      )}
    </>
  )
  return (
    <Layout
      title={title === null ? name : `${title} · ${name}`}
      group_name={name}
      names_group={title === null}
      viewer={viewer}
      opening={opening}
      sheets={starts || asks ? ['tabs', 'thumb'] : ['tabs']}
      {...(side === undefined ? {} : { side })}
    >
      <DoneNote done={done} />
      {children}
    </Layout>
  )
}

/** The page of a tab itself, among its subpages. */
const OWN: Pick<TabLink, 'label' | 'within'> = { label: 'group.tab_general', within: [] }

function Tabs({ label: title, tabs }: { label: string; tabs: TabLink[] }): VNode {
  return (
    <nav class="tabs" aria-label={title}>
      <ul class="bare">
        {tabs.map(({ label, href, current }) => (
          <li key={href}>
            <a href={href} aria-current={current ? 'page' : undefined}>
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to the pages of a list before and after this one. `address` takes `from`. */
export function Pager({
  page,
  from,
  per,
  address,
}: {
  page: Page<unknown>
  from: number
  per: number
  address: (from: number) => string
}): VNode | null {
  if (from === 0 && !page.more) return null
  return (
    <nav class="row" aria-label={t('page.list_pages')}>
      {from > 0 && <a href={address(Math.max(0, from - per))}>{t('page.previous_page')}</a>}
      {page.more && <a href={address(from + per)}>{t('page.next_page')}</a>}
    </nav>
  )
}
