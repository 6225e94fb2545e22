import type { Queryable } from '../db/sql.ts'
import { type Event, removedBy } from '../events/event.ts'
import { blankMailsOf } from './outbox-store.ts'
import { storedBody } from './texts/stored-body.ts'

const WORDS = 'The comment that this mail told of was deleted.'
const BLANK = storedBody({ subject: 'A comment that was deleted', text_body: WORDS, html_body: WORDS })

/** Takes what comments said out of the outbox once they are deleted, sent or not; what waits is not sent. */
export async function forgetComments(tx: Queryable, events: Event[]): Promise<void> {
  const deleted = removedBy(events, 'Comment')
  if (deleted.length > 0) await blankMailsOf(tx, deleted, BLANK)
}
