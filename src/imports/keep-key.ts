import { newPublicKey } from '../users/secret.ts'

const PUBLIC_KEY = /^(?=.*[A-Za-z])[A-Za-z0-9]{8}$/

/** The public key from the file if it is one and not among those taken, else a new one; it is taken then. */
export function freeKey(key: string | null, taken: Set<string>): string {
  const free = key !== null && PUBLIC_KEY.test(key) && !taken.has(key) ? key : newPublicKey()
  taken.add(free)
  return free
}
