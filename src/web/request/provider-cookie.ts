import { cookieOf, guarded, isSecure } from './cookies.ts'
import type { Exchange } from './exchange.ts'

const ATTEMPT = 'folkmoot_provider'
const JOIN = 'folkmoot_join'
// Longer than an attempt lives: afterwards the page can still say that it is over.
const SECONDS = 60 * 60

/** The token of a browser that was sent to a provider; '' if it was not. */
export const attemptToken = (exchange: Exchange) => read(exchange, ATTEMPT)

/** Lets this browser come back from a provider; '' ends that. */
export const setAttemptCookie = (exchange: Exchange, token: string) => write(exchange, ATTEMPT, token)

/** The token of a browser in which a code for joining a login is typed; '' if there is none. */
export const joinToken = (exchange: Exchange) => read(exchange, JOIN)

/** Lets this browser enter the code that joins a login to an account; '' ends that. */
export const setJoinCookie = (exchange: Exchange, token: string) => write(exchange, JOIN, token)

function read({ request, services }: Exchange, name: string): string {
  return cookieOf(request, cookieName(services.config.public_url, name)) ?? ''
}

function write({ reply, services }: Exchange, name: string, token: string): void {
  const { public_url } = services.config
  reply.setCookie(cookieName(public_url, name), token, {
    ...guarded(public_url),
    maxAge: token === '' ? 0 : SECONDS,
  })
}

function cookieName(public_url: string, name: string): string {
  return isSecure(public_url) ? `__Host-${name}` : name
}
