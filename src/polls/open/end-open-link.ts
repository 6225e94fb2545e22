import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { endOpenLinkRow, lockOpenLinks } from './open-links-store.ts'

/**
 * Ends a link of the poll at once; one that has ended stays as it is. People who have voted by it may still
 * change their vote. NotFound: the poll has no such link.
 */
export async function endOpenLink({ tx }: Act, link: { poll_id: number; id: number }): Promise<void> {
  await lockOpenLinks(tx, link.poll_id)
  if (!(await endOpenLinkRow(tx, link))) throw new NotFound()
}
