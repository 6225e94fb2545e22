import type { FastifyRequest } from 'fastify'
import { chooseLanguage } from '../../locales/choose-language.ts'
import type { Language } from '../../locales/languages.ts'

/** The language in which a request is answered. */
export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage({ own: null, group: null, header: request.headers['accept-language'] })
}
