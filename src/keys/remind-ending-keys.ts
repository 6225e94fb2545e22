import { change, type Db, SYSTEM } from '../db/db.ts'
import { record } from '../events/record.ts'
import { takeEndingKeys } from './keys-store.ts'

const MOST_KEYS = 100

/** Records, once for each key, that it expires in a week, for the admins of its group. */
export async function remindEndingKeys(db: Db): Promise<void> {
  let taken: number
  do {
    taken = await change(db, SYSTEM, async ({ tx }) => {
      const ending = await takeEndingKeys(tx, MOST_KEYS)
      await record(
        tx,
        ending
          .filter(({ admin_ids }) => admin_ids.length > 0)
          .map(({ id, group_id, admin_ids }) => ({
            kind: 'key_ending',
            group_id,
            discussion_id: null,
            poll_id: null,
            subject_id: id,
            actor_id: null,
            recipient_ids: admin_ids,
            recipient_message: null,
          })),
      )
      return ending.length
    })
  } while (taken === MOST_KEYS)
}
