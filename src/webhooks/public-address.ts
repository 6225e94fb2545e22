import { BlockList, isIP } from 'node:net'

/** Private addresses that may be called all the same: addresses and networks, as the operator lists them. */
export type Allowed = readonly string[]

type Net = [address: string, bits: number]

// What is not for the public internet (IANA's special-purpose registry), and multicast.
const SPECIAL_4: Net[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

// Of IPv6 only what is handed out for the public is called, less what leads elsewhere (Teredo, 6to4, examples). All the
// rest stays out by that: loopback, link-local, private networks, NAT64, which would lead to any IPv4 address.
const GLOBAL_6: Net = ['2000::', 3]
const SPECIAL_6: Net[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special4 = listOf(SPECIAL_4)
const special6 = listOf(SPECIAL_6)
const global6 = listOf([GLOBAL_6])
const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/

/** Whether this address, as the system writes it, may be connected to: a public one, or one that is allowed. */
export function mayConnect(address: string, allowed: Allowed): boolean {
  const plain = unmapped(address)
  const family = isIP(plain)
  if (family === 0) return false
  if (isIn(listOf(allowed.map(netOf)), plain, family)) return true
  if (family === 4) return !isIn(special4, plain, 4)
  return isIn(global6, plain, 6) && !isIn(special6, plain, 6)
}

/** Whether the host of an address, as `URL` writes it, is seen to be refused without looking it up. */
export function isRefusedHost(hostname: string, allowed: Allowed): boolean {
  const literal = literalOf(hostname)
  if (literal !== null) return !mayConnect(literal, allowed)
  const isLocal = /^(.*\.)?localhost\.?$/.test(hostname)
  return isLocal && !['127.0.0.1', '::1'].some((address) => mayConnect(address, allowed))
}

/** The IP address a host is; null: it is a name. `URL` has turned all spellings of IPv4 into the plain one. */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}

/** An IPv4 address in IPv6 clothes (::ffff:7f00:1) as what it is. */
function unmapped(address: string): string {
  const [, dotted, high = '', low = ''] = MAPPED.exec(address.toLowerCase()) ?? []
  if (dotted !== undefined) return dotted
  if (high === '') return address
  const number = Number.parseInt(high, 16) * 2 ** 16 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
}

function netOf(entry: string): Net {
  const [address = '', bits] = entry.split('/')
  return [address, bits === undefined ? (isIP(address) === 4 ? 32 : 128) : Number(bits)]
}

function listOf(nets: Net[]): BlockList {
  const list = new BlockList()
  for (const [address, bits] of nets) list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return list
}

function isIn(list: BlockList, address: string, family: number): boolean {
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
