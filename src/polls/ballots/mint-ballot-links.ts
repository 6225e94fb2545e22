import type { Act } from '../../db/db.ts'
import { Conflict } from '../../errors.ts'
import { recordNote } from '../../events/record-note.ts'
import { MOST_COPIED, mintCopiedLinks } from '../../users/mint-copied-links.ts'
import type { CopiedLinks } from '../../users/personal-link.ts'
import type { Poll } from '../poll.ts'
import { undecidedAfter } from './audit-store.ts'

/**
 * Creates a new link for each person with a ballot who has not voted, starting after the person `after`, to
 * be passed on by hand. Records who did so. Conflict `poll_anonymous`: the list would reveal who has voted.
 */
export async function mintBallotLinks(
  act: Act,
  { poll, after }: { poll: Pick<Poll, 'id' | 'key' | 'group_id' | 'anonymous'>; after: number },
  public_url: string,
): Promise<CopiedLinks> {
  if (poll.anonymous) throw new Conflict('poll_anonymous.copied_links')
  const people = await undecidedAfter(act.tx, { poll_id: poll.id, after, most: MOST_COPIED + 1 })
  const link = {
    purpose: 'ballot' as const,
    group_id: poll.group_id,
    discussion_id: null,
    poll_id: poll.id,
    discreet: false,
  }
  // How many or whose would tell who had voted by then.
  if (people.length > 0)
    await recordNote(act, {
      kind: 'ballot_links_copied',
      group_id: poll.group_id,
      poll_id: poll.id,
      subject_id: poll.id,
    })
  return mintCopiedLinks(act, people, { subject: { purpose: 'ballot', key: poll.key }, link, public_url })
}
