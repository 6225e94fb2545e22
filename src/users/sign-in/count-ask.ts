import type { Db } from '../../db/db.ts'
import { countAttempt } from '../count-attempt.ts'
import { mailbox, network } from '../limit.ts'
import { loadIsKnown } from './load-known.ts'

/** `ip`: of the request; `browser`: the token of one in which people signed in before, '' if none did. */
type Asking = { address: string; ip: string; browser: string }

/**
 * Counts a request for a sign-in mail. A browser that its person has used before has a limit of its own, so
 * that others cannot use it up; returns whether it is one. Throws TooManyAttempts.
 */
export async function countAsk(db: Db, { address, ip, browser }: Asking): Promise<boolean> {
  if (await loadIsKnown(db.pool, { address, browser })) {
    await countAttempt(db, 'sign_in_known', `${mailbox(address)} ${browser}`)
    return true
  }
  await countAttempt(db, 'sign_in_network', network(ip))
  await countAskFrom(db, { address, ip })
  return false
}

/** Counts a request for a mail to this address from one network. Throws TooManyAttempts. */
export function countAskFrom(db: Db, { address, ip }: Omit<Asking, 'browser'>): Promise<void> {
  return countAttempt(db, 'sign_in_address', `${mailbox(address)} ${network(ip)}`)
}
