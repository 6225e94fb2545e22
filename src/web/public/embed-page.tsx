import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { directionOf } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import { loadPublicPoll, type PublicPollView } from '../../public/load-public-poll.ts'
import { STYLESHEET_PATH, sheetsPath } from '../assets/stylesheet.ts'
import { ThemeMetas } from '../parts/theme-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { noteReader } from '../request/reader-language.ts'
import { sheetsOfResults } from '../results/results-part.tsx'
import { openPage } from '../visits/page.ts'
import { orNothingHere, sendPublicPage } from './public-frame-part.tsx'
import { PublicTotals } from './public-poll-page.tsx'
import { Standing } from './standing-part.tsx'

export const embedPage = openPage({ path: '/p/:key/embed', show: showEmbed })

// For this address alone other sites may show us in a frame: it has no form, no script, and nobody's session.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *"

/**
 * GET /p/KEY/embed: the totals of a public poll for other sites' pages, the same for everyone: it sets and
 * heeds no session. NotFound: no such poll, or it is not public.
 */
async function showEmbed(exchange: Exchange): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const { key } = exchange.request.params as { key: string }
  const view = await orNothingHere(loadPublicPoll(db.pool, key))
  noteReader(exchange.request, { group: view.group.locale })
  exchange.reply
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('x-robots-tag', 'noindex')
  const page = <EmbedPage view={view} link={`${config.public_url}/p/${view.loaded.poll.key}`} />
  return sendPublicPage(exchange, { view, now: view.loaded.now, reader: NOBODY }, page)
}

/** The frame is the same for everyone. */
const NOBODY = { viewer: null, link_broken: false }
/** In UTC: a frame does not know its reader's zone. */
const ZONE = 'UTC'

function EmbedPage({ view, link }: { view: PublicPollView; link: string }): VNode {
  const { group, loaded, counted } = view
  const { poll, now } = loaded
  return (
    <html lang={spoken()} dir={directionOf(spoken())}>
      <head>
        <meta charset="utf-8" />
        <title>{poll.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {/* No other page of ours opens in a frame. */}
        <base target="_blank" />
        <ThemeMetas />
        <link rel="stylesheet" href={STYLESHEET_PATH} />
        <link rel="stylesheet" href={sheetsPath(sheetsOfResults({ poll, counted }))} />
      </head>
      <body>
        <main class="sheet embedded stack">
          <header>
            <p class="kicker" dir="auto">
              {group.name}
            </p>
            <h1 dir="auto" lang={poll.content_locale ?? undefined}>
              {poll.title}
            </h1>
          </header>
          <p>
            <Standing poll={poll} now={now} zone={ZONE} />
          </p>
          <PublicTotals view={view} zone={ZONE} />
          <p class="small">
            <a href={link} rel="noopener">
              {t('thread.see_poll')}
            </a>
          </p>
        </main>
      </body>
    </html>
  )
}
