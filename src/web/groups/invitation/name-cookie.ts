import { checkName, readName } from '../../../users/name.ts'
import { cookieOf, guarded, isSecure } from '../../request/cookies.ts'
import type { Exchange } from '../../request/exchange.ts'

const NAME = 'folkmoot_name'

/**
 * Stores, until the browser is closed, the name that was typed in it with a link to this person that was
 * passed on. If they sign in here, it was theirs to type, and nobody asks again.
 */
export function keepTypedName(
  { reply, services }: Exchange,
  { user_id, name }: { user_id: number; name: string },
): void {
  const { public_url } = services.config
  reply.setCookie(cookieName(public_url), `${user_id}.${name}`, guarded(public_url))
}

/** The name of this person that was typed in this browser; null: none. From now on the browser has none. */
export function takeTypedName({ request, reply, services }: Exchange, user_id: number): string | null {
  const { public_url } = services.config
  const kept = cookieOf(request, cookieName(public_url))
  if (kept === null) return null
  reply.setCookie(cookieName(public_url), '', { ...guarded(public_url), maxAge: 0 })
  const of_person = `${user_id}.`
  const name = kept.startsWith(of_person) ? readName(kept.slice(of_person.length)) : null
  return checkName(name).length === 0 ? name : null
}

function cookieName(public_url: string): string {
  return isSecure(public_url) ? `__Host-${NAME}` : NAME
}
