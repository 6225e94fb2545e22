import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const NAME = 'folkmoot_sign_in'
// Longer than a code lives: afterwards the page can still say that its time is over.
const SECONDS = 60 * 60

/** The token of the browser that asked for a mail to sign in; '' when it asked for none. */
export function askedToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

/** Lets this browser type the code of the mail it asked for; '' ends that. */
export function setAskedCookie({ reply, services }: Exchange, token: string): void {
  const { public_url } = services.config
  const maxAge = token === '' ? 0 : SECONDS
  reply.setCookie(cookieName(public_url), token, { ...guarded(public_url), maxAge })
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
