import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../../locales/choose-language.ts'
import type { Language } from '../../locales/languages.ts'
import { speak } from '../../locales/say.ts'
import { cookieOf, YEAR_SECONDS } from './cookies.ts'

const COOKIE = 'folkmoot_language'

/** Languages chosen by the person who reads and by the group that the page is about; null: none. */
type Known = { own: string | null; group: string | null }

const NOBODY: Known = { own: null, group: null }
const known = new WeakMap<FastifyRequest, Known>()

/** Notes what is found out of the reader of an answer, and speaks their language from then on. */
export function noteReader(request: FastifyRequest, found: Partial<Known>): void {
  known.set(request, { ...NOBODY, ...known.get(request), ...found })
  speak(languageOf(request))
}

/** The same of whoever came by a link or is signed in. */
export function noteVisitor(
  request: FastifyRequest,
  { locale, group_locale }: { locale: string | null; group_locale: string | null },
): void {
  noteReader(request, { own: locale, group: group_locale })
}

/** The language in which a request is answered. */
export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage({
    ...(known.get(request) ?? NOBODY),
    browser: browserLanguage(request),
    header: request.headers['accept-language'],
  })
}

/** The language chosen in this browser, as it was sent; null: none. */
export function browserLanguage(request: FastifyRequest): string | null {
  return cookieOf(request, COOKIE) ?? null
}

/** Lets this browser keep a language; null: it has none of its own any longer. */
export function keepLanguage(reply: FastifyReply, language: Language | null): void {
  const options = { path: '/', sameSite: 'lax' } as const
  if (language !== null) reply.setCookie(COOKIE, language, { ...options, maxAge: YEAR_SECONDS })
  else if (browserLanguage(reply.request) !== null) reply.setCookie(COOKIE, '', { ...options, maxAge: 0 })
}
