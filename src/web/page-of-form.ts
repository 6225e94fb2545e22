import type { FastifyRequest } from 'fastify'
import type { Page } from './visits/page.ts'

/**
 * The URLs that only take forms: a browser that reloads a form with errors, or goes back to it, opens them.
 */
export function formUrls(pages: readonly Page[]): string[] {
  const shown = shownAt(pages)
  const sent = pages.flatMap(({ acts, uploads = {} }) => [...Object.keys(acts), ...Object.keys(uploads)])
  return [...new Set(sent)].filter((url) => !shown.has(url))
}

/** The path of the page with the form that is sent to this URL: the same, or the nearest one above it. */
export function pageOfForm(request: FastifyRequest, pages: readonly Page[]): string {
  const shown = shownAt(pages)
  let [path, route] = [request.url.split('?', 1)[0] ?? '/', request.routeOptions.url ?? '/']
  while (route !== '/' && !shown.has(route)) [path, route] = [above(path), above(route)]
  return route === '/' ? route : path
}

const above = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'

const shownAt = (pages: readonly Page[]) =>
  new Set(pages.filter(({ show }) => show !== null).map(({ path }) => path))
