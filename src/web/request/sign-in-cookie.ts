import { SIGN_INS_KEPT_HOURS } from '../../users/sign-in/sign-in.ts'
import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const NAME = 'folkmoot_sign_in'
// Longer than a code's lifetime: afterwards the page can still say that it has expired, and a link that the
// operator made later leads to the page that was asked for.
const SECONDS = SIGN_INS_KEPT_HOURS * 60 * 60

/** The token of the browser that requested a sign-in mail; '' if it requested none. */
export function askedToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

/** Allows this browser to enter the code of the mail it requested; '' ends that. */
export function setAskedCookie({ reply, services }: Exchange, token: string): void {
  const { public_url } = services.config
  const maxAge = token === '' ? 0 : SECONDS
  reply.setCookie(cookieName(public_url), token, { ...guarded(public_url), maxAge })
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
