import type { FastifyReply } from 'fastify'
import { bodyOf } from '../../http/credentials.ts'
import { pathHere } from '../request/own-path.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { keepTheme, themeNamed } from '../request/theme.ts'
import { openPage, type Page, type PageExchange } from '../visits/page.ts'

export const switchThemePage = openPage({
  path: '/theme',
  acts: { '/theme': switchTheme },
})

/** POST /theme: keeps the theme for this browser, and comes back to the page on which it was chosen. */
async function switchTheme({ request, reply, services, pages }: PageExchange): Promise<FastifyReply> {
  requireSameOrigin(request, services.config.public_url)
  keepTheme(reply, themeNamed(bodyOf(request).fields['theme']))
  return reply.redirect(pageToShow(request.headers.referer, pages), 303)
}

/**
 * The page that the browser says it comes from: not named in the form, so that pages are the same bytes at
 * every address. The answer to a form has an address at which nothing is shown; its page is the one above.
 */
function pageToShow(referer: string | undefined, pages: readonly Page[]): string {
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
