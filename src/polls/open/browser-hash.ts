import { hashToken } from '../../users/secret.ts'

/** Identifies a browser in one poll. It is different in each poll, so that nobody sees who votes in two. */
export function browserHash(poll_id: number, token: string): Buffer {
  return hashToken(`open vote ${poll_id} ${token}`)
}
