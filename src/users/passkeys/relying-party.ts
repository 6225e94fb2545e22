/** This service as browsers know it: passkeys belong to `id`, a host, and are used on pages of `origin`. */
export type RelyingParty = { id: string; origin: string }

const LOCAL = /^(.+\.)?localhost$/
const IP_ADDRESS = /^\[|^\d+\.\d+\.\d+\.\d+$/

/** Null: browsers offer no passkeys at this address. They need https or localhost, and a name as the host. */
export function relyingParty(public_url: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(public_url)
  if (IP_ADDRESS.test(hostname)) return null
  return protocol === 'https:' || LOCAL.test(hostname) ? { id: hostname, origin } : null
}
