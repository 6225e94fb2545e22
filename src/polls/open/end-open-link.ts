import type { Act } from '../../db/db.ts'
import { endOpenLinkRow, lockOpenLinks } from './open-links-store.ts'

/** Ends a link of the poll at once. Whoever has voted by it may still change their vote. */
export async function endOpenLink({ tx }: Act, link: { poll_id: number; id: number }): Promise<void> {
  await lockOpenLinks(tx, link.poll_id)
  await endOpenLinkRow(tx, link)
}
