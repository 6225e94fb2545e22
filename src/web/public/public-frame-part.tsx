import { createHash } from 'node:crypto'
import type { ComponentChildren, VNode } from 'preact'
import { NotFound } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import type { PublicGroup } from '../../public/public-facts.ts'
import { excerpt } from '../../text/excerpt.ts'
import type { Format } from '../../text/rich-text.ts'
import type { SignedIn } from '../../users/load-session.ts'
import type { Sheet } from '../assets/stylesheet.ts'
import { Layout, type LayoutProps } from '../parts/layout.tsx'
import { inGroupZone, STRANGER } from '../request/browser-zone.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { sendKeptPage } from '../request/kept-pages.ts'
import { noteReader } from '../request/reader-language.ts'
import { signedIn } from '../request/session.ts'
import { BrokenLinkNote, cameByBrokenLink } from './broken-link-part.tsx'

/** Someone who reads a public page and is not in the group. */
export type PublicReader = {
  viewer: SignedIn | null
  zone: string
  /** They came by a personal link that does not work. */
  link_broken: boolean
}

/** The reader of a page of this group, in whose language it is unless they chose one. */
export async function readerOf(exchange: Exchange, { id, locale }: PublicGroup): Promise<PublicReader> {
  const viewer = await signedIn(exchange)
  noteReader(exchange.request, { group: locale })
  const { time_zone: zone } = await inGroupZone(exchange, viewer ?? STRANGER, id)
  return { viewer, zone, link_broken: cameByBrokenLink(exchange) }
}

const MINUTE_MS = 60_000

/** What a page shows, when, and to whom; `viewer` null: nobody is signed in. */
type Shown = { view: object; now: Date; reader: Pick<PublicReader, 'viewer' | 'link_broken'> }

/**
 * Sends a public page. Anyone may ask for it as often as they like: as nobody signed in sees it, it is kept
 * until what it shows changes, and for a minute at most.
 */
export function sendPublicPage(exchange: Exchange, { view, now, reader }: Shown, page: VNode) {
  if (reader.viewer !== null) return sendPage(exchange, page)
  const hash = createHash('sha256').update(factsOf(view)).digest('base64url')
  const [path = ''] = exchange.request.url.split('?')
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  return sendKeptPage(exchange, `public ${path} ${reader.link_broken} ${minute} ${hash}`, async () => page)
}

/** As text, without the time; counts have numbers of any size. */
function factsOf(view: object): string {
  return JSON.stringify(view, (name, value) => {
    if (name === 'now') return undefined
    return typeof value === 'bigint' ? String(value) : value
  })
}

/** Asks search engines to leave out what the group does not want listed. */
export function tellRobots({ reply }: Exchange, { indexed }: Pick<PublicGroup, 'indexed'>): void {
  if (!indexed) reply.header('x-robots-tag', 'noindex')
}

/** Programs read the refusal of feeds and frames: it has nothing about keys, which they do without. */
export async function orNothingHere<Found>(found: Promise<Found>): Promise<Found> {
  try {
    return await found
  } catch (error) {
    throw error instanceof NotFound ? new NotFound('not_found.address') : error
  }
}

/** The address of a group's public feed. */
export const feedPath = (handle: string): string => `/g/${handle}/public.atom`

type FrameProps = Pick<LayoutProps, 'title' | 'crumbs'> & {
  group: PublicGroup
  reader: PublicReader
  /** The text that the page is about. */
  about: { text: string | null; format: Format }
  sheets?: readonly Sheet[]
  /** Beside the text. */
  facts: VNode
  children: ComponentChildren
}

/** As much as search engines show. */
const MOST_DESCRIPTION = 160

/** The beginning of the text, else the title: search engines want something to show. */
function descriptionOf(title: string, { text, format }: FrameProps['about']): string {
  return excerpt(text ?? '', format, MOST_DESCRIPTION) || title
}

/** The layout of public pages: they say what their reader sees. */
export function PublicFrame({ group, reader, about, facts, children, ...page }: FrameProps): VNode {
  return (
    <Layout
      {...page}
      group_name={group.name}
      names_group
      viewer={reader.viewer}
      {...(reader.link_broken ? { opening: <BrokenLinkNote viewer={reader.viewer} /> } : {})}
      indexed={group.indexed}
      description={group.indexed ? descriptionOf(page.title, about) : ''}
      feed={feedPath(group.handle)}
      side={
        <div class="stack">
          {facts}
          <p class="small quiet">{t('public.for_everybody')}</p>
        </div>
      }
    >
      {children}
    </Layout>
  )
}

/** The way back from a thread or poll of a public group. */
export function groupCrumb({ name, handle }: PublicGroup) {
  return { label: name, href: `/g/${handle}` }
}
