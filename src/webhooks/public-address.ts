import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Private addresses that may still be called: addresses and networks, as the operator lists them. */
export type Allowed = readonly string[]

type Address = ipaddr.IPv4 | ipaddr.IPv6

// The package calls everything that no registry lists "unicast", including old spellings of IPv4. Of IPv6
// only this range is public.
const GLOBAL_6 = ipaddr.IPv6.parseCIDR('2000::/3')
// The network card in an address. The package does not know all their names.
const ZONE = /%[^/]*/

/** Whether connecting to this address, as the system writes it, is allowed: it is public, or on the list. */
export function mayConnect(address: string, allowed: Allowed): boolean {
  const plain = parsed(address)
  if (plain === null) return false
  return allowed.some((entry) => isIn(plain, entry)) || isPublic(plain)
}

/** Whether the host of an address, as `URL` writes it, can be rejected without a DNS lookup. */
export function isRefusedHost(hostname: string, allowed: Allowed): boolean {
  const literal = literalOf(hostname)
  if (literal !== null) return !mayConnect(literal, allowed)
  const isLocal = /^(.*\.)?localhost\.?$/.test(hostname)
  return isLocal && !['127.0.0.1', '::1'].some((address) => mayConnect(address, allowed))
}

/** The host's IP address; null: it is a name. `URL` has normalized all spellings of IPv4. */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}

/** Parses an address; turns IPv4-mapped IPv6 (::ffff:7f00:1) into IPv4. */
function parsed(address: string): Address | null {
  // The package also accepts spellings that systems read in different ways, such as 0177.1.
  return isIP(address) === 0 ? null : ipaddr.process(address.replace(ZONE, ''))
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_6)
}

function isIn(address: Address, entry: string): boolean {
  const plain = entry.replace(ZONE, '')
  const [net, bits] = plain.includes('/') ? ipaddr.parseCIDR(plain) : [ipaddr.process(plain), null]
  return net.kind() === address.kind() && address.match(net, bits ?? net.toByteArray().length * 8)
}
