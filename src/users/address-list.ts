import { clipped, firstFew, type Problem, problem } from '../errors.ts'
import { checkName, readName } from './name.ts'
import { addressKey, readAddress } from './user.ts'

/** An address, and the name that was written beside it. */
export type NamedAddress = { address: string; name: string | null; unkept?: UnkeptName }

/**
 * What stood beside an address and is not kept as a name: `unseen`, nothing of it can be seen; `unmarked`, no
 * brackets tell it from the address; `second`, the address stands elsewhere with another.
 */
export type UnkeptName = {
  text: string
  why: 'too_long' | 'address_as_name' | 'unseen' | 'unmarked' | 'second'
}

// What stands in quotation marks on one line is one piece: "Carter, Ben" <ben@mill.example>.
const PIECES = /(?:"[^"\r\n]*"|[^,;\r\n])+/g

/** Whoever is meant: by an address alone, as programs write it, or with the name beside it. */
export type Addressee = string | NamedAddress

/**
 * Takes a pasted list apart: lines, commas and semicolons, "Ann Lee <ann@mill.example>", and bare addresses.
 * What holds no address stays one piece, to be found wanting.
 */
export function splitAddresses(text: string): Addressee[] {
  return (text.match(PIECES) ?? []).flatMap((piece) => {
    const named = piece.split('>').filter((part) => part.slice(part.indexOf('<') + 1).includes('@'))
    if (piece.includes('>') && named.some((part) => part.includes('<'))) return named.map(readNamed)
    const words = piece.split(/\s+/).filter((word) => word !== '')
    const withAt = words.filter((word) => word.includes('@'))
    if (withAt.length === 0) return words.length === 0 ? [] : [words.join(' ')]
    return withUnmarked(withAt, words.filter((word) => !word.includes('@')).join(' '))
  })
}

/** "Ann Lee ann@mill.example": these words may be her name, or not. */
function withUnmarked([first = '', ...others]: string[], text: string): Addressee[] {
  const address = readAddress(first)
  if (text === '' || address === null) return [first, ...others]
  return [{ address, name: null, unkept: { text, why: 'unmarked' } }, ...others]
}

/** Reads "Ben Carter <ben@mill.example", what stands before ">". A name that cannot be kept is left out. */
function readNamed(part: string): Addressee {
  const opens = part.lastIndexOf('<')
  const address = readAddress(part.slice(opens + 1))
  if (address === null || opens < 0) return part.trim()
  const text = part
    .slice(0, opens)
    .replace(/["<>\\]/g, ' ')
    .trim()
  const name = readName(text)
  const [fault] = checkName(name)
  if (fault === undefined && (name !== null || text === '')) return { address, name }
  if (text === address) return { address, name: null }
  const why = fault === undefined ? 'unseen' : fault.code === 'too_long' ? 'too_long' : 'address_as_name'
  return { address, name: null, unkept: { text, why } }
}

/** One mail address, with the name beside it if there is one. Null: it is none. */
export function readAddressee(addressee: Addressee): NamedAddress | null {
  if (typeof addressee !== 'string') return addressee
  const address = readAddress(addressee)
  return address === null ? null : { address, name: null }
}

/** The same as it is shown. */
export function writtenAddress({ address, name }: NamedAddress): string {
  return name === null ? address : `${name} <${address}>`
}

/** Addresses that were read, and the names beside some of them, by `addressKey`. */
export type AddressList = { addresses: string[]; names: ReadonlyMap<string, string>; problems: Problem[] }

/**
 * Reads a list of addresses: trimmed, later repetitions (in any letter case) left out, order kept.
 * Every bad one is a problem of its own on `field`: the first are named, the others counted.
 */
export function readAddresses(addressees: readonly Addressee[], field: string): AddressList {
  const addresses = new Map<string, string>()
  const names = new Map<string, string>()
  const bad: string[] = []
  for (const addressee of addressees) {
    const read = readAddressee(addressee)
    if (read === null) bad.push(String(addressee))
    else {
      const key = addressKey(read.address)
      if (!addresses.has(key)) addresses.set(key, read.address)
      if (read.name !== null && !names.has(key)) names.set(key, read.name)
    }
  }
  return { addresses: [...addresses.values()], names, problems: badAddresses(bad, field) }
}

function badAddresses(bad: string[], field: string): Problem[] {
  const { few, more } = firstFew(bad)
  const named = few.map((text) => problem(field, 'holds_no_address', { text: clipped(text) }))
  return more === 0 ? named : [...named, problem(field, 'more_without_address', { count: more })]
}
