import type { Queryable } from '../db/sql.ts'
import { readAddresses } from '../users/address-list.ts'
import { addressKey } from '../users/user.ts'
import { readAudienceSize } from './audience-reads.ts'
import type { Recipients } from './recipients.ts'

/** How many people will be notified of what `teller` is about to start in this group, without the teller. */
export async function loadAudienceSize(
  db: Queryable,
  { audience, user_ids, emails }: Pick<Recipients, 'audience' | 'user_ids' | 'emails'>,
  { group_id, teller }: { group_id: number; teller: number },
): Promise<number> {
  const { known, unknown } = await readAudienceSize(db, {
    group_id,
    whole_group: audience === 'group',
    user_ids,
    emails: readAddresses(emails, 'recipient_emails').addresses.map(addressKey),
    but_user_id: teller,
  })
  return known + unknown
}
