import type { FastifyInstance } from 'fastify'
import type { Services } from '../http/services.ts'
import { showApi } from './api-page.tsx'
import type { Exchange } from './exchange.ts'
import { showErrorHelp, showHelp } from './help-page.tsx'
import { joinGroup, showInvitation } from './invitation-page.tsx'
import { FAVICON, FAVICON_PATH } from './mark-part.tsx'
import { showPoll } from './poll-page.tsx'
import { problemPage } from './problem-page.tsx'
import { type StaticFile, sendStatic, staticFile } from './static-file.ts'
import { STYLESHEET, STYLESHEET_PATH } from './stylesheet.ts'
import { showThread } from './thread-page.tsx'
import { resubscribe, showUnsubscribe, unsubscribe } from './unsubscribe-page.tsx'
import { showWelcome } from './welcome-page.tsx'

type Page = (exchange: Exchange) => Promise<unknown>

const GETS: Record<string, Page> = {
  '/': showWelcome,
  '/help': showHelp,
  '/help/api': showApi,
  '/help/errors/:code': showErrorHelp,
  '/p/:key': showPoll,
  '/d/:key': showThread,
  '/g/:handle': showInvitation,
  '/unsubscribe': showUnsubscribe,
}

const POSTS: Record<string, Page> = {
  '/g/:handle/join': joinGroup,
  '/unsubscribe': unsubscribe,
  '/unsubscribe/undo': resubscribe,
}

const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

const FILES: Record<string, { file: StaticFile; cache: string }> = {
  [STYLESHEET_PATH]: { file: STYLESHEET, cache: FOR_EVER },
  [FAVICON_PATH]: { file: staticFile(FAVICON, 'image/svg+xml'), cache: A_DAY },
  '/robots.txt': {
    file: staticFile('User-agent: *\nDisallow: /\n', 'text/plain; charset=utf-8'),
    cache: A_DAY,
  },
}

/** The pages for people in browsers, and refusals as pages. */
export function webRoutes(app: FastifyInstance, services: Services): void {
  app.forReaders.problem = problemPage
  for (const [url, page] of Object.entries(GETS)) {
    app.get(url, (request, reply) => page({ request, reply, services }))
  }
  for (const [url, page] of Object.entries(POSTS)) {
    app.post(url, (request, reply) => page({ request, reply, services }))
  }
  for (const [url, { file, cache }] of Object.entries(FILES)) {
    app.get(url, (request, reply) => sendStatic({ request, reply }, file, cache))
  }
}
