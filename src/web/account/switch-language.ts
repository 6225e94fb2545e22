import type { FastifyReply } from 'fastify'
import { bodyOf } from '../../http/credentials.ts'
import { isOffered, type Language } from '../../locales/languages.ts'
import { editProfile } from '../../users/edit-profile.ts'
import { actAs } from '../request/act.ts'
import { keepLanguage } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { openPage, type PageExchange } from '../visits/page.ts'
import { pageToShow } from './came-from.ts'

export const switchLanguagePage = openPage({
  path: '/language',
  acts: { '/language': switchLanguage },
})

/**
 * POST /language: saves the language in the account if signed in, else in this browser, and returns to the
 * page it was chosen on. Ignores languages that are not offered.
 */
async function switchLanguage(exchange: PageExchange): Promise<FastifyReply> {
  const { request, reply, services, pages } = exchange
  requireSameOrigin(request, services.config.public_url)
  const chosen = bodyOf(request).fields['language']
  if (typeof chosen === 'string' && isOffered(chosen)) await keep(exchange, chosen)
  return reply.redirect(pageToShow(request.headers.referer, pages), 303)
}

async function keep(exchange: PageExchange, language: Language): Promise<void> {
  const viewer = await signedIn(exchange)
  keepLanguage(exchange.reply, viewer === null ? language : null)
  if (viewer === null) return
  await actAs(exchange.services, viewer.id, (act) => editProfile(act, viewer.id, { locale: language }))
}
