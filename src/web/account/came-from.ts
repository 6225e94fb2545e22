import { pathHere } from '../request/own-path.ts'
import type { Page } from '../visits/page.ts'

/**
 * The page in the Referer header. It is not a form field, so that pages have the same bytes at every URL. The
 * URL that answers a form shows nothing itself; its page is the parent URL.
 */
export function pageToShow(referer: string | undefined, pages: readonly Page[]): string {
  const from = referer !== undefined && URL.canParse(referer) ? new URL(referer) : null
  let path = from?.pathname ?? '/'
  if (from !== null && isShown(path, pages)) return pathHere(`${path}${from.search}`) ?? '/'
  while (path !== '/' && !isShown(path, pages)) path = path.slice(0, path.lastIndexOf('/')) || '/'
  return pathHere(path) ?? '/'
}

function isShown(path: string, pages: readonly Page[]): boolean {
  const parts = path.split('/')
  return pages.some((page) => {
    const wanted = page.path.split('/')
    if (page.show === null || wanted.length !== parts.length) return false
    return wanted.every((part, place) => part.startsWith(':') || part === parts[place])
  })
}
