import type { Queryable } from '../db/sql.ts'
import { type Event, removedBy } from '../events/event.ts'
import { t } from '../locales/say.ts'
import { blankMailsOf } from './outbox-store.ts'
import type { MailBody } from './texts/content.ts'
import { storedBody } from './texts/stored-body.ts'

/** Erases the text of deleted comments from all mails, sent or not. Waiting mails are not sent. */
export async function forgetComments(tx: Queryable, events: Event[]): Promise<void> {
  const deleted = removedBy(events, 'Comment')
  if (deleted.length > 0) await blankMailsOf(tx, deleted, storedBody(blank()))
}

/** The body that replaces the erased one: admins see it, nobody receives it. */
function blank(): MailBody {
  const words = t('mail.deleted_comment_text')
  return { subject: t('mail.deleted_comment'), text_body: words, html_body: words }
}
