import type { FastifyInstance } from 'fastify'
import { type Services, withLimits } from '../http/services.ts'
import { showHome } from './account/home-page.tsx'
import { resubscribe, showUnsubscribe, unsubscribe } from './account/unsubscribe-page.tsx'
import { ACCOUNT_GETS, ACCOUNT_POSTS } from './account-routes.ts'
import { FONT_FILES } from './assets/fonts.ts'
import { ISLAND_FILES } from './assets/islands.ts'
import { FAVICON, FAVICON_PATH } from './assets/mark-part.tsx'
import { type PlainFile, sendStatic, staticFile } from './assets/static-file.ts'
import { STYLESHEET, STYLESHEET_PATH } from './assets/stylesheet.ts'
import { GROUP_GETS, GROUP_POSTS } from './group-routes.ts'
import { showB2 } from './help/api-b2-page.tsx'
import { showApiChanges } from './help/api-changes-page.tsx'
import { showApi } from './help/api-page.tsx'
import { showFacilitatingHelp } from './help/help-facilitating-page.tsx'
import { showAssistantHelp } from './help/help-mcp-page.tsx'
import { showMovingHelp } from './help/help-moving-page.tsx'
import { showErrorHelp, showHelp } from './help/help-page.tsx'
import { showVotingHelp } from './help/help-voting-page.tsx'
import { liveRoutes } from './live/live.ts'
import { POLL_GETS, POLL_POSTS } from './poll-routes.ts'
import { sendProblem } from './problem-page.tsx'
import type { Exchange } from './request/exchange.ts'
import { THREAD_GETS, THREAD_POSTS } from './thread-routes.ts'

type Page = (exchange: Exchange) => Promise<unknown>

const GETS: Record<string, Page> = {
  ...ACCOUNT_GETS,
  '/': showHome,
  '/help': showHelp,
  '/help/api': showApi,
  '/help/api/b2': showB2,
  '/help/api/changes': showApiChanges,
  '/help/mcp': showAssistantHelp,
  '/help/moving': showMovingHelp,
  '/help/voting': showVotingHelp,
  '/help/facilitating': showFacilitatingHelp,
  '/help/errors/:code': showErrorHelp,
  ...POLL_GETS,
  ...THREAD_GETS,
  ...GROUP_GETS,
  '/unsubscribe': showUnsubscribe,
}

const POSTS: Record<string, Page> = {
  ...ACCOUNT_POSTS,
  ...GROUP_POSTS,
  ...THREAD_POSTS,
  ...POLL_POSTS,
  '/unsubscribe': unsubscribe,
  '/unsubscribe/undo': resubscribe,
}

const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

const FILES: Record<string, { file: PlainFile; cache: string }> = {
  [STYLESHEET_PATH]: { file: STYLESHEET, cache: FOR_EVER },
  ...Object.fromEntries([...ISLAND_FILES].map(([path, file]) => [path, { file, cache: FOR_EVER }])),
  ...Object.fromEntries([...FONT_FILES].map(([path, file]) => [path, { file, cache: FOR_EVER }])),
  [FAVICON_PATH]: { file: staticFile(FAVICON, 'image/svg+xml'), cache: A_DAY },
  '/robots.txt': {
    file: staticFile('User-agent: *\nDisallow: /\n', 'text/plain; charset=utf-8'),
    cache: A_DAY,
  },
}

/** The pages for people in browsers, and refusals as pages. */
export function webRoutes(app: FastifyInstance, given: Services): void {
  const services = withLimits(given)
  app.forReaders.problem = (exchange, refusal) => sendProblem({ ...exchange, services }, refusal)
  for (const [url, page] of Object.entries(GETS)) {
    app.get(url, (request, reply) => page({ request, reply, services }))
  }
  for (const [url, page] of Object.entries(POSTS)) {
    app.post(url, (request, reply) => page({ request, reply, services }))
  }
  liveRoutes(app, services)
  for (const [url, { file, cache }] of Object.entries(FILES)) {
    app.get(url, (request, reply) => sendStatic({ request, reply }, file, cache))
  }
}
