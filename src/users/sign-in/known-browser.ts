import { hashToken } from '../secret.ts'

/** How long a browser is known after a sign-in. */
export const KNOWN_DAYS = 180

/** Identifies a browser, by the token of its cookie, as one of this person. */
export function knownHash(user_id: number, browser: string): Buffer {
  return hashToken(`known browser ${user_id} ${browser}`)
}
