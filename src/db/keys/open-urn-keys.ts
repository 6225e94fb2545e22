import { keysInFiles } from './urn-key-files.ts'
import { keysInRows } from './urn-key-rows.ts'
import type { KeyPlace, UrnKeys } from './urn-keys.ts'

/** The keys stored at this place. Undefined: this program uses none; requesting one is a bug. */
export function openUrnKeys(place: KeyPlace | undefined): UrnKeys {
  if (place === undefined) return NOWHERE
  return place.folder === null
    ? keysInRows(place.secret_file)
    : keysInFiles({ folder: place.folder, secret_file: place.secret_file })
}

const nowhere = () => Promise.reject(new Error('no place for urn keys was configured'))
const NOWHERE: UrnKeys = {
  make: nowhere,
  find: nowhere,
  destroy: nowhere,
  sweep: nowhere,
  wrap: nowhere,
  unwrap: nowhere,
}
