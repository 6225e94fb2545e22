import { hashToken } from '../../users/secret.ts'

/** What knows a browser again in one poll. In another it is different: nobody sees who votes in both. */
export function browserHash(poll_id: number, token: string): Buffer {
  return hashToken(`open vote ${poll_id} ${token}`)
}
