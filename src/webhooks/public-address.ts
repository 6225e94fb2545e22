import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Private addresses that may be called all the same: addresses and networks, as the operator lists them. */
export type Allowed = readonly string[]

type Address = ipaddr.IPv4 | ipaddr.IPv6

// The package calls "unicast" whatever no registry lists, old spellings of IPv4 among them. Of IPv6 only this
// is handed out for the public.
const GLOBAL_6 = ipaddr.IPv6.parseCIDR('2000::/3')
// Behind an address: the network card it is reached by. The package does not know all their names.
const ZONE = /%[^/]*/

/**
 * Whether this address, as the system writes it, may be connected to: a public one, or one that is allowed.
 */
export function mayConnect(address: string, allowed: Allowed): boolean {
  const plain = parsed(address)
  if (plain === null) return false
  return allowed.some((entry) => isIn(plain, entry)) || isPublic(plain)
}

/** Whether the host of an address, as `URL` writes it, is seen to be refused without looking it up. */
export function isRefusedHost(hostname: string, allowed: Allowed): boolean {
  const literal = literalOf(hostname)
  if (literal !== null) return !mayConnect(literal, allowed)
  const isLocal = /^(.*\.)?localhost\.?$/.test(hostname)
  return isLocal && !['127.0.0.1', '::1'].some((address) => mayConnect(address, allowed))
}

/**
 * The IP address a host is; null: it is a name. `URL` has turned all spellings of IPv4 into the plain one.
 */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}

/** An address in its plain spelling; one of IPv4 in IPv6 clothes (::ffff:7f00:1) as what it is. */
function parsed(address: string): Address | null {
  // The package also takes spellings that systems read in different ways, such as 0177.1.
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
