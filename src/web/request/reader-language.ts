import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../../locales/choose-language.ts'
import { isLanguage, type Language } from '../../locales/languages.ts'
import { speak } from '../../locales/say.ts'
import type { BrowserLanguages } from '../../users/sign-in/browser-languages.ts'
import { cookieOf, YEAR_SECONDS } from './cookies.ts'
import { noteShownTo } from './shown-to-part.tsx'

const COOKIE = 'folkmoot_language'

/** The languages chosen by the reader and by the group of the page; null: none. */
type Known = { own: string | null; group: string | null }

const NOBODY: Known = { own: null, group: null }
const known = new WeakMap<FastifyRequest, Known>()

/** Stores the reader's language facts as they are loaded, and switches to their language. */
export function noteReader(request: FastifyRequest, found: Partial<Known>): void {
  known.set(request, { ...NOBODY, ...known.get(request), ...found })
  speak(languageOf(request))
}

/** The same for visitors by link or session, for whom forms are shown. */
export function noteVisitor(
  request: FastifyRequest,
  { id, locale, group_locale }: { id: number; locale: string | null; group_locale: string | null },
): void {
  noteShownTo(request, { visitor: id })
  noteReader(request, { own: locale, group: group_locale })
}

/** The language of the response to a request. */
export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage({
    ...(known.get(request) ?? NOBODY),
    browser: browserLanguage(request),
    header: request.headers['accept-language'],
  })
}

/** The language chosen in this browser; null: none. */
function browserLanguage(request: FastifyRequest): string | null {
  return cookieOf(request, COOKIE) ?? null
}

/** For mails to people who chose no language: that of the page on which they are requested, for strangers. */
export function languagesForMail(request: FastifyRequest): BrowserLanguages {
  const chosen = browserLanguage(request)
  const group = known.get(request)?.group ?? null
  const header = request.headers['accept-language']
  return {
    chosen_locale: chosen !== null && isLanguage(chosen) ? chosen : null,
    browser_locale: chooseLanguage({ own: null, group, header }),
  }
}

/** Stores a language in this browser; null: removes it. */
export function keepLanguage(reply: FastifyReply, language: Language | null): void {
  const options = { path: '/', sameSite: 'lax' } as const
  if (language !== null) reply.setCookie(COOKIE, language, { ...options, maxAge: YEAR_SECONDS })
  else if (browserLanguage(reply.request) !== null) reply.setCookie(COOKIE, '', { ...options, maxAge: 0 })
}
