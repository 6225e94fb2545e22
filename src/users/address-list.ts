import { domainToASCII } from 'node:url'
import { clipped, firstFew, type Problem, problem } from '../errors.ts'
import { readTable, type TableRow } from '../text/address-table.ts'
import { checkName, readName } from './name.ts'
import { addressKey, readAddress } from './user.ts'

/** An address, and the name written beside it. */
export type NamedAddress = { address: string; name: string | null; unkept?: UnkeptName }

/**
 * A text beside an address that is not kept as a name: `unseen`, it has no visible character; `unmarked`, no
 * brackets separate it from the address; `second`, the address occurs earlier with another name.
 */
export type UnkeptName = {
  text: string
  why: 'too_long' | 'address_as_name' | 'unseen' | 'unmarked' | 'second'
}

// Commas and semicolons of Latin, Arabic, Chinese and Japanese keyboards.
// Text in quotation marks on one line is one piece: "Carter, Ben" <ben@mill.example>.
const PIECES = /(?:"[^"\r\n]*"|[^,;،؛，；、､\r\n])+/g

// The signs around an address as Chinese and Japanese keyboards write them.
const FULL_WIDTH_SIGNS = /[＠＜＞＂]/g
const FULL_WIDTH = /[！-～]/g
const FULL_STOPS = /[。｡]/g
const FULL_WIDTH_OFFSET = 0xfee0

// In one script: “exampleと” is an address with a word after it.
const DOMAIN_LABEL = /^(?:[\p{Script=Latin}\p{M}\d-]+|(?:(?!\p{Script=Latin})[\p{L}\p{M}\p{N}-])+)$/u

/** A person: an address alone, as programs write it, or with a name. */
export type Addressee = string | NamedAddress

/**
 * Splits a typed or pasted list: lines, commas and semicolons, "Ann Lee <ann@mill.example>", bare addresses,
 * and tables with names beside the addresses. Text without an address stays one piece, and is rejected later.
 * Programs send arrays instead.
 */
export function splitAddresses(text: string): Addressee[] {
  const lines = text.replace(FULL_WIDTH_SIGNS, narrow).split(/[\r\n]+/)
  return readTable(lines).flatMap((row, place) => {
    if (row === 'heading') return []
    return (row === null ? null : readRow(row)) ?? splitLine(lines[place] ?? '')
  })
}

/** Null: its address is none. */
function readRow({ address: word, text, is_name }: TableRow): Addressee[] | null {
  const address = readTyped(word)
  if (address === null) return null
  return [is_name ? withName(address, text) : { address, name: null, unkept: { text, why: 'unmarked' } }]
}

function splitLine(line: string): Addressee[] {
  return (line.match(PIECES) ?? []).flatMap((piece) => {
    const named = piece.split(/(?<=>)/).filter((part) => part.slice(part.indexOf('<') + 1).includes('@'))
    if (piece.includes('>') && named.some((part) => part.includes('<'))) return named.map(readNamed)
    const words = piece.split(/\s+/).filter((word) => word !== '')
    const withAt = words.filter((word) => word.includes('@'))
    if (withAt.length === 0) return words.length === 0 ? [] : [words.join(' ')]
    if (withAt.length === 1 && isBroken(words)) return [words.join(' ')]
    return withUnmarked(withAt, words.filter((word) => !word.includes('@')).join(' '))
  })
}

/** Whether the only address among these words seems to have a space inside: "ann@mill example.org". */
function isBroken(words: string[]): boolean {
  const place = words.findIndex((word) => word.includes('@'))
  const address = words[place] ?? ''
  const next = words[place + 1]
  if (words.length > 1 && readTyped(address) === null) return true
  return next !== undefined && (!address.includes('.', address.indexOf('@')) || next.startsWith('.'))
}

/** "Ann Lee ann@mill.example": these words may or may not be her name. */
function withUnmarked([first = '', ...others]: string[], text: string): Addressee[] {
  const address = readTyped(first)
  const rest = others.map((other) => readTyped(other) ?? other)
  if (text === '' || address === null) return [address ?? first, ...rest]
  return [{ address, name: null, unkept: { text, why: 'unmarked' } }, ...rest]
}

/** Reads "Ben Carter <ben@mill.example>". */
function readNamed(part: string): Addressee {
  const opens = part.lastIndexOf('<')
  const address = readTyped(part.slice(opens + 1).replace('>', ''))
  if (address === null || opens < 0) return opens < 0 ? part.replace('>', '').trim() : part.trim()
  return withName(address, part.slice(0, opens))
}

/** Leaves out an invalid name. */
function withName(address: string, written: string): NamedAddress {
  const text = written.replace(/["<>\\]/g, ' ').trim()
  const name = readName(text)
  const [fault] = checkName(name)
  if (fault === undefined && (name !== null || text === '')) return { address, name }
  if (text === address) return { address, name: null }
  const why = fault === undefined ? 'unseen' : fault.code === 'too_long' ? 'too_long' : 'address_as_name'
  return { address, name: null, unkept: { text, why } }
}

/**
 * The address in a typed word, in the letters that mail servers accept: typed in full width, or with a domain
 * in other letters than a to z. Null: it is none.
 */
function readTyped(word: string): string | null {
  const [local = '', domain = '', ...more] = word
    .replace(FULL_WIDTH, narrow)
    .replace(FULL_STOPS, '.')
    .trim()
    .split('@')
  if (more.length > 0 || !domain.split('.').every((label) => DOMAIN_LABEL.test(label))) return null
  return readAddress(`${local}@${isAscii(domain) ? domain : domainToASCII(domain)}`)
}

const narrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET)

const isAscii = (text: string) => /^[!-~]*$/.test(text)

/** How many names of a pasted list are not kept. */
export function countUnkept(addressees: readonly Addressee[]): number {
  return addressees.filter((one) => typeof one !== 'string' && one.unkept !== undefined).length
}

/** One mail address, with the name beside it if there is one. Null: not an address. */
export function readAddressee(addressee: Addressee): NamedAddress | null {
  if (typeof addressee !== 'string') return addressee
  const address = readAddress(addressee)
  return address === null ? null : { address, name: null }
}

/** The same as text for display. */
export function writtenAddress({ address, name }: NamedAddress): string {
  return name === null ? address : `${name} <${address}>`
}

/** Parsed addresses, and the names beside some of them, by `addressKey`. */
export type AddressList = { addresses: string[]; names: ReadonlyMap<string, string>; problems: Problem[] }

/**
 * Reads a list of addresses: trims them, drops duplicates (in any letter case), keeps the order. Every
 * invalid one is a problem on `field`: names the first ones, and counts the others.
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
