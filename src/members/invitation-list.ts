import { clipped } from '../errors.ts'
import { oneLine } from '../text/one-line.ts'
import { type NamedAddress, readAddressee, splitAddresses, type UnkeptName } from '../users/address-list.ts'
import { addressKey } from '../users/user.ts'

/** Pasted addresses: the valid ones, each once, the invalid ones, and names that are left out. */
export type PastedAddresses = { people: NamedAddress[]; invalid: string[]; unkept: UnkeptOf[] }

export type UnkeptOf = UnkeptName & { address: string }

export const MAX_PASTED = 1_000

/** Parses a pasted text. */
export function readPasted(text: string): PastedAddresses {
  const people = new Map<string, NamedAddress>()
  const invalid = new Set<string>()
  const unkept: UnkeptOf[] = []
  for (const piece of splitAddresses(text)) {
    const read = readAddressee(piece)
    if (read === null) {
      invalid.add(clipped(String(piece)))
      continue
    }
    const { address, name } = read
    const before = people.get(addressKey(address))
    if (before === undefined || (before.name === null && name !== null))
      people.set(addressKey(address), { address: before?.address ?? address, name })
    const dropped =
      read.unkept ??
      (name !== null && (before?.name ?? name) !== name ? { text: name, why: 'second' as const } : null)
    if (dropped !== null) unkept.push({ address, text: clipped(oneLine(dropped.text)), why: dropped.why })
  }
  return { people: [...people.values()], invalid: [...invalid], unkept }
}
