import type { ComponentChildren, VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { selfContained } from '../../locales/isolate.ts'
import { directionOf } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { FIRST_FONT } from '../assets/fonts.ts'
import { MANIFEST_PATH } from '../assets/icons.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { islandPath } from '../assets/islands.ts'
import { Icon, Mark } from '../assets/mark-part.tsx'
import { type Sheet, STYLESHEET_PATH, sheetsPath } from '../assets/stylesheet.ts'
import { ChosenTheme, PagePath, Service, ZoneGuessed } from '../request/asked-part.tsx'
import { signInPath } from '../request/own-path.ts'
import { LanguageSwitch } from '../words/language-part.tsx'
import { SERVICE_NAME } from '../words/service-name.ts'
import { type Crumb, Crumbs } from './crumbs-part.tsx'
import { Person } from './person-part.tsx'
import { ThemeMetas, ThemeSwitch } from './theme-part.tsx'

/** The reader of a page: signed in, not signed in, or unknown if the header must not offer to sign in. */
export type Viewer = SignedIn | null | 'unknown'

export type LayoutProps = {
  /** The title in the browser's tab, before the name of the service. */
  title: string
  /** The group the page belongs to, beside the service's name. */
  group_name?: string
  /** The text names the group: on a phone the header then does not. */
  names_group?: boolean
  viewer: Viewer
  crumbs?: Crumb[]
  /** Secondary facts beside the text. */
  side?: ComponentChildren
  /** Stands above text and side column. */
  opening?: ComponentChildren
  /** The side column comes before the text: in one-column layouts, and for screen readers. */
  side_first?: boolean
  /** Follows the text below the side column, where it may be as wide as both. */
  below?: ComponentChildren
  /** Styles that few pages need, besides the common ones. */
  sheets?: readonly Sheet[]
  /** A page that search engines may list. */
  indexed?: boolean
  /** What search engines show below its title; '': nothing. */
  description?: string
  /** The Atom feed of what the page shows. */
  feed?: string
  children: ComponentChildren
}

/** The layout of every page. */
export function Layout({
  title,
  group_name,
  names_group = false,
  viewer,
  crumbs = [],
  side,
  side_first = false,
  below,
  opening,
  sheets = [],
  indexed = false,
  description = '',
  feed,
  children,
}: LayoutProps): VNode {
  const { name, mark } = useContext(Service)
  return (
    <html
      lang={spoken()}
      dir={directionOf(spoken())}
      data-theme={useContext(ChosenTheme) ?? undefined}
      data-zone={useContext(ZoneGuessed) ? 'guessed' : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <title>{`${selfContained(title)} · ${name ?? SERVICE_NAME}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!indexed && <meta name="robots" content="noindex" />}
        {description !== '' && <meta name="description" content={selfContained(description)} />}
        {feed !== undefined && <link rel="alternate" type="application/atom+xml" href={feed} />}
        <ThemeMetas />
        <Icon mark={mark} />
        <link rel="manifest" href={MANIFEST_PATH} />
        <link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href={FIRST_FONT} />
        <link rel="stylesheet" href={STYLESHEET_PATH} />
        {sheets.length > 0 && <link rel="stylesheet" href={sheetsPath(sheets)} />}
        <IslandScript name="every-page" />
      </head>
      <body>
        <a class="skip" href="#main">
          {t('page.skip')}
        </a>
        <Masthead group_name={group_name} names_group={names_group} viewer={viewer} />
        <main id="main" class="sheet">
          <Crumbs crumbs={crumbs} />
          {opening !== undefined && <div class="opening stack">{opening}</div>}
          <Columns side={side} side_first={side_first} below={below}>
            {children}
          </Columns>
        </main>
        <Foot />
      </body>
    </html>
  )
}

function Columns({
  side,
  side_first,
  below,
  children,
}: Pick<LayoutProps, 'side' | 'side_first' | 'below' | 'children'>): VNode {
  const body = <div class="body stack">{children}</div>
  if (side === undefined) return body
  return (
    <div class="with-side">
      {side_first && <aside>{side}</aside>}
      {body}
      {below !== undefined && <div class="below stack">{below}</div>}
      {!side_first && <aside>{side}</aside>}
    </div>
  )
}

type MastheadProps = { group_name: string | undefined; names_group: boolean; viewer: Viewer }

function Masthead({ group_name, names_group, viewer }: MastheadProps): VNode {
  const { name, mark } = useContext(Service)
  return (
    <header>
      <div class="masthead">
        <a href="/" class="home">
          <Mark mark={mark} />
          <span dir={name === null ? undefined : 'auto'}>{name ?? SERVICE_NAME}</span>
        </a>
        {group_name !== undefined && (
          <span class={names_group ? 'of twice' : 'of'} title={group_name}>
            <bdi>{group_name}</bdi>
          </span>
        )}
        <Account viewer={viewer} />
      </div>
    </header>
  )
}

/** The signed-in person and the sign-out button; or the sign-in link. */
function Account({ viewer }: { viewer: Viewer }): VNode | null {
  if (viewer === 'unknown') return null
  if (viewer === null)
    return (
      <nav class="account" aria-label={t('page.your_account')}>
        <PagePath.Consumer>{(path) => <a href={signInPath(path)}>{t('page.sign_in')}</a>}</PagePath.Consumer>
      </nav>
    )
  return (
    <nav class="account" aria-label={t('page.your_account')}>
      <a href="/account">{viewer.name === null ? t('page.your_account') : <Person user={viewer} />}</a>
      <form method="post" action="/sign-out">
        <button class="link" type="submit">
          {t('page.sign_out')}
        </button>
      </form>
    </nav>
  )
}

/** The texts for the script of the keyboard shortcuts, in the order in which it reads them. */
function shortcutWords(): string {
  return JSON.stringify([
    t('shortcut.title'),
    t('shortcut.use'),
    t('page.close'),
    t('shortcut.list'),
    t('shortcut.home'),
    t('shortcut.threads'),
    t('shortcut.polls'),
    t('shortcut.new_poll'),
    t('shortcut.next'),
    t('shortcut.previous'),
  ])
}

function Foot(): VNode {
  return (
    <footer
      class="rule"
      data-offline={t('page.offline')}
      data-unreached={t('page.unreached')}
      data-kept={t('sentence.next', { first: '', rest: t('page.kept') })}
    >
      <div class="foot">
        <nav
          aria-label={t('page.about_service')}
          data-shortcuts={shortcutWords()}
          data-keys={islandPath('shortcuts')}
        >
          <a href="/help">{t('page.help')}</a>
          <a href="/help/api">{t('page.http_interface')}</a>
        </nav>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </footer>
  )
}
