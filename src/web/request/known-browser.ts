import { newToken } from '../../users/secret.ts'
import { KNOWN_DAYS } from '../../users/sign-in/known-browser.ts'
import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const NAME = 'folkmoot_known'
const DAY_SECONDS = 24 * 60 * 60

/** The token of a browser in which somebody has signed in before; '' if nobody has. */
export function knownToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

/** The same for a browser in which somebody signs in now. */
export function keepKnownToken(exchange: Exchange): string {
  const { public_url } = exchange.services.config
  const token = knownToken(exchange) || newToken()
  exchange.reply.setCookie(cookieName(public_url), token, {
    ...guarded(public_url),
    maxAge: KNOWN_DAYS * DAY_SECONDS,
  })
  return token
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
