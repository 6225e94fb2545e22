import type { ComponentChildren, VNode } from 'preact'
import { type Crumb, Crumbs } from './crumbs-part.tsx'
import { FAVICON_PATH, Mark } from './mark-part.tsx'
import { STYLESHEET_PATH } from './stylesheet.ts'

export type LayoutProps = {
  /** What the browser's tab says, before the name of the service. */
  title: string
  /** The group the page belongs to, beside the service's name. */
  group_name?: string
  crumbs?: Crumb[]
  /** Quiet facts beside the text. */
  side?: ComponentChildren
  /** Stands above text and side. */
  opening?: ComponentChildren
  /** The side comes before the text: where there is room for one column only, and for those who hear the page. */
  side_first?: boolean
  children: ComponentChildren
}

/** The frame of every page. */
export function Layout({
  title,
  group_name,
  crumbs = [],
  side,
  side_first = false,
  opening,
  children,
}: LayoutProps): VNode {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · Folkmoot`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={FAVICON_PATH} type="image/svg+xml" />
        <link rel="stylesheet" href={STYLESHEET_PATH} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the page
        </a>
        <Masthead group_name={group_name} />
        <main id="main" class="sheet">
          <Crumbs crumbs={crumbs} />
          {opening !== undefined && <div class="opening stack">{opening}</div>}
          <Columns side={side} side_first={side_first}>
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
  children,
}: Pick<LayoutProps, 'side' | 'side_first' | 'children'>): VNode {
  const body = <div class="body stack">{children}</div>
  if (side === undefined) return body
  return (
    <div class="with-side">
      {side_first && <aside>{side}</aside>}
      {body}
      {!side_first && <aside>{side}</aside>}
    </div>
  )
}

function Masthead({ group_name }: { group_name: string | undefined }): VNode {
  return (
    <header>
      <div class="masthead">
        <a href="/">
          <Mark />
          Folkmoot
        </a>
        {group_name !== undefined && <span class="of">{group_name}</span>}
      </div>
    </header>
  )
}

function Foot(): VNode {
  return (
    <footer class="rule">
      <nav class="foot" aria-label="About this service">
        <a href="/help">Help</a>
        <a href="/help/api">HTTP interface</a>
      </nav>
    </footer>
  )
}
