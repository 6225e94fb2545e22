import { cookieOf, guarded, isSecure, YEAR_SECONDS } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const NAME = 'folkmoot_open_vote'

/** The token that identifies this browser when it votes by open links; '' if it has none. */
export function openVoteToken({ request, services }: Exchange): string {
  return cookieOf(request, cookieName(services.config.public_url)) ?? ''
}

/** Makes this browser known. */
export function setOpenVoteCookie({ reply, services }: Exchange, token: string): void {
  const { public_url } = services.config
  reply.setCookie(cookieName(public_url), token, { ...guarded(public_url), maxAge: YEAR_SECONDS })
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
