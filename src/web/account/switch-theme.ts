import type { FastifyReply } from 'fastify'
import { bodyOf } from '../../http/credentials.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { keepTheme, themeNamed } from '../request/theme.ts'
import { openPage, type PageExchange } from '../visits/page.ts'
import { pageToShow } from './came-from.ts'

export const switchThemePage = openPage({
  path: '/theme',
  acts: { '/theme': switchTheme },
})

/** POST /theme: saves the theme in this browser, and returns to the page it was chosen on. */
async function switchTheme({ request, reply, services, pages }: PageExchange): Promise<FastifyReply> {
  requireSameOrigin(request, services.config.public_url)
  keepTheme(reply, themeNamed(bodyOf(request).fields['theme']))
  return reply.redirect(pageToShow(request.headers.referer, pages), 303)
}
