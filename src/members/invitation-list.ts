import { type NamedAddress, readAddressee, splitAddresses } from '../users/address-list.ts'
import { addressKey } from '../users/user.ts'

/** Addresses as they were pasted: the ones to read, each once, and what is none. */
export type PastedAddresses = { people: NamedAddress[]; invalid: string[] }

export const MAX_PASTED = 1_000
const MAX_SHOWN = 80

/** Takes a pasted text apart. */
export function readPasted(text: string): PastedAddresses {
  const people = new Map<string, NamedAddress>()
  const invalid = new Set<string>()
  for (const piece of splitAddresses(text)) {
    const read = readAddressee(piece)
    if (read === null) invalid.add(String(piece).slice(0, MAX_SHOWN))
    else if (!people.has(addressKey(read.address))) people.set(addressKey(read.address), read)
  }
  return { people: [...people.values()], invalid: [...invalid] }
}
