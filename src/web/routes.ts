import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Malformed, NotFound } from '../errors.ts'
import { streamForms } from '../http/bodies.ts'
import { bodyOf } from '../http/credentials.ts'
import { loggable } from '../http/loggable.ts'
import { noDocument } from '../http/no-document.ts'
import { type Services, withLimits } from '../http/services.ts'
import { inLanguage } from '../locales/say.ts'
import { FONT_FILES } from './assets/fonts.ts'
import { ICON_FILES } from './assets/icons.ts'
import { ISLAND_FILES } from './assets/islands.ts'
import { FAVICON, FAVICON_PATH } from './assets/mark-part.tsx'
import { type PlainFile, sendStatic, staticFile, withoutHash } from './assets/static-file.ts'
import { STYLESHEET, STYLESHEET_PATH, sheetsAt } from './assets/stylesheet.ts'
import { liveRoutes } from './live/live.ts'
import { formUrls, pageOfForm } from './page-of-form.ts'
import { PAGES } from './pages.ts'
import { sendProblem } from './problem-page.tsx'
import type { Exchange } from './request/exchange.ts'
import { pathHere } from './request/own-path.ts'
import { languageOf } from './request/reader-language.ts'
import { readShownIdentity } from './request/shown-identity.ts'
import type { Handler, Page } from './visits/page.ts'

const MOVED = 308
const FOR_EVER = 'max-age=31536000, immutable'
/** A change of the service's name or mark is shown by all processes after this time. */
const IDENTITY_MS = 15_000
const A_DAY = 'public, max-age=86400'

// Only public groups answer a robot there, and their pages say whether it may list them.
const ROBOTS = `User-agent: *
Allow: /g/
Allow: /d/
Allow: /p/
Allow: /assets/
Disallow: /
`

const FILES: Record<string, { file: PlainFile; cache: string }> = {
  [STYLESHEET_PATH]: { file: STYLESHEET, cache: FOR_EVER },
  ...Object.fromEntries([...ISLAND_FILES].map(([path, file]) => [path, { file, cache: FOR_EVER }])),
  ...Object.fromEntries([...FONT_FILES].map(([path, file]) => [path, { file, cache: FOR_EVER }])),
  ...Object.fromEntries([...ICON_FILES].map(([path, file]) => [path, { file, cache: FOR_EVER }])),
  [FAVICON_PATH]: { file: staticFile(FAVICON, 'image/svg+xml'), cache: A_DAY },
  '/robots.txt': {
    file: staticFile(ROBOTS, 'text/plain; charset=utf-8'),
    cache: A_DAY,
  },
}

/** The files whose URLs contain a hash, by their URLs without it. */
const CURRENT = new Map(
  Object.entries(FILES).flatMap(([url, { file }]): [string, PlainFile][] => {
    const name = withoutHash(url)
    return name === null ? [] : [[name, file]]
  }),
)

/** The pages for browsers, `more` pages that need services of the server only, and refusals as pages. */
export function webRoutes(app: FastifyInstance, given: Services, more: readonly Page[] = []): void {
  const services = withLimits(given)
  const pages = [...PAGES, ...more]
  app.forReaders.problem = async (exchange, refusal) =>
    goWithoutSlash(exchange) ??
    inLanguage(languageOf(exchange.request), () => sendProblem({ ...exchange, services, pages }, refusal))
  for (const page of pages) {
    const answering = (handle: Handler) => (request: FastifyRequest, reply: FastifyReply) =>
      inLanguage(languageOf(request), () => handle({ request, reply, services, page, pages }))
    const { show } = page
    if (show !== null)
      app.get(
        page.path,
        (request, reply) => goWithoutSlash({ request, reply }) ?? answering(show)(request, reply),
      )
    for (const [path, act] of Object.entries(page.acts)) {
      app.post(path, { config: { takes_files: page.takes_files === true } }, answering(ofForm(act)))
    }
    for (const [path, upload] of Object.entries(page.uploads ?? {}))
      streamForms(app, (scope) => void scope.post(path, { config: { streams: true } }, answering(upload)))
  }
  for (const url of formUrls(pages))
    app.get(url, (request, reply) => reply.redirect(pageOfForm(request, pages), 303))
  keepIdentity(app, services)
  liveRoutes(app, services)
  fileRoutes(app)
}

function fileRoutes(app: FastifyInstance): void {
  for (const [url, { file, cache }] of Object.entries(FILES))
    app.get(url, (request, reply) => sendFile({ request, reply }, file, cache))
  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) => {
    const url = `/assets/${request.params.file}`
    const file = currentFile(url)
    if (file === null) throw new NotFound('not_found.address')
    return sendFile({ request, reply }, file, url.includes(file.hash) ? FOR_EVER : 'no-store')
  })
}

/**
 * The file of this version at this URL, whatever its hash: pages of another version ask for theirs, if they
 * are open, or kept by a browser, during an upgrade, or made by a process beside this one. No cache may keep
 * this file as the other. Null: this version has none.
 */
function currentFile(url: string): PlainFile | null {
  const name = withoutHash(url)
  if (name === null) return null
  return CURRENT.get(name) ?? sheetsAt(name)
}

function sendFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  file: PlainFile,
  cache: string,
): FastifyReply {
  return sendStatic(
    { request, reply: PARTS_OF_PAGES.test(file.type) ? noDocument(reply) : reply },
    file,
    cache,
  )
}

/** The handler of a form. Malformed: its fields came as JSON, whose values may be no texts. */
function ofForm(act: Handler): Handler {
  return (exchange) => {
    const { encoding, fields } = bodyOf(exchange.request)
    if (encoding === 'json' && Object.keys(fields).length > 0)
      throw new Malformed('unsupported_media_type.form')
    return act(exchange)
  }
}

/**
 * Leads to the address that people mean who type a slash at its end, where the router may see an empty part.
 * Null: there is no such slash, or a form was sent.
 */
function goWithoutSlash({ request, reply }: Pick<Exchange, 'request' | 'reply'>): FastifyReply | null {
  const [path = '', ...query] = request.url.split('?')
  if (!['GET', 'HEAD'].includes(request.method) || path === '/' || !path.endsWith('/')) return null
  const without = pathHere([path.slice(0, -1), ...query].join('?'))
  return without === null ? null : reply.redirect(without, MOVED)
}

/** A page loads several of them. */
const PARTS_OF_PAGES = /^(text\/css|text\/javascript|font\/)/

/** Reads the service's name and mark at the start, and again and again: another process may change them. */
function keepIdentity(app: FastifyInstance, { db }: Services): void {
  const read = () =>
    readShownIdentity(db).catch((error: unknown) => {
      app.log.warn(
        { err: loggable(error) },
        'could not read the name of the service; pages show the last known name',
      )
    })
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    await read()
    timer = setInterval(read, IDENTITY_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
