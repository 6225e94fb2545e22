import { addressKey, readAddress } from '../users/user.ts'

/** Addresses as they were pasted: the ones to read, each once, and what is none. */
export type PastedAddresses = { addresses: string[]; invalid: string[] }

export const MAX_PASTED = 1_000
const MAX_SHOWN = 80

/**
 * Takes a pasted text apart: lines, commas and semicolons, "Ann Lee <ann@mill.example>", and bare addresses.
 */
export function readPasted(text: string): PastedAddresses {
  const addresses = new Map<string, string>()
  const invalid = new Set<string>()
  for (const piece of text.split(/[\n\r,;]+/).flatMap(candidates)) {
    const address = readAddress(piece)
    if (address === null) invalid.add(piece.slice(0, MAX_SHOWN))
    else if (!addresses.has(addressKey(address))) addresses.set(addressKey(address), address)
  }
  return { addresses: [...addresses.values()], invalid: [...invalid] }
}

/** The addresses in one piece; the piece itself when it holds a name and no address. */
function candidates(piece: string): string[] {
  const named = [...piece.matchAll(/<([^<>]*@[^<>]*)>/g)].map(([, address = '']) => address)
  if (named.length > 0) return named
  const words = piece.split(/\s+/).filter((word) => word !== '')
  const withAt = words.filter((word) => word.includes('@'))
  return withAt.length > 0 ? withAt : words.length === 0 ? [] : [words.join(' ')]
}
