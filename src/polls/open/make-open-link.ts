import type { Act } from '../../db/db.ts'
import { Conflict, Forbidden, problem, refuse } from '../../errors.ts'
import { hashToken, newToken } from '../../users/secret.ts'
import { type Poll, pollState } from '../poll.ts'
import { insertOpenLink, lockOpenLinks } from './open-links-store.ts'
import { checkOpenLink, MOST_OPEN_LINKS } from './vote-link.ts'

/**
 * Makes a link by which anyone votes in an open poll that allows it. Returns its token, which is not stored.
 * Invalid: `most`, or the poll has too many links; Forbidden: the poll allows none; Conflict: it is
 * not open.
 */
export async function makeOpenLink(
  { tx, now }: Act,
  { poll, most, made_by }: { poll: Poll; most: number | null; made_by: number },
): Promise<{ id: number; token: string }> {
  if (!poll.open_link) throw new Forbidden('not_facilitator.no_open_link')
  if (pollState(poll, now).is !== 'open') throw new Conflict('poll_closed.not_open')
  refuse(checkOpenLink(most))
  if ((await lockOpenLinks(tx, poll.id)) >= MOST_OPEN_LINKS)
    refuse([problem('links', 'too_many_open_links', { most: MOST_OPEN_LINKS })])
  const token = newToken()
  return { id: await insertOpenLink(tx, { poll_id: poll.id, most, made_by, hash: hashToken(token) }), token }
}
