import { CHALLENGE_MINUTES } from '../../users/passkeys/passkey.ts'
import { newToken } from '../../users/secret.ts'
import { cookieOf, guarded, isSecure } from '../request/cookies.ts'
import type { Exchange } from '../request/exchange.ts'

const NAME = 'folkmoot_passkey'
const MINUTE_SECONDS = 60

/** The token of the browser that was asked for a passkey; '' if it was not asked. */
export function passkeyToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

/** The token of the browser that is asked now: the same for all its windows. */
export function keepPasskeyToken(exchange: Exchange): string {
  const { public_url } = exchange.services.config
  const token = passkeyToken(exchange) || newToken()
  const maxAge = CHALLENGE_MINUTES * MINUTE_SECONDS
  exchange.reply.setCookie(cookieName(public_url), token, { ...guarded(public_url), maxAge })
  return token
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
