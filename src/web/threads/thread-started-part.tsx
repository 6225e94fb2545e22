import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { leftOutIn, Told } from '../parts/told-part.tsx'
import { numberInQuery } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { EmailLine, loadUnsentOfThread } from '../visits/email-note-part.tsx'
import type { ThreadEntry } from '../visits/thread-door.ts'

/** Tells the author of a new thread how many people get a mail about it. Null: the thread is not new. */
export async function loadStarted(exchange: Exchange, entry: ThreadEntry): Promise<VNode | null> {
  const { visitor, thread, in_group } = entry.visit
  const people = numberInQuery(exchange, 'told', -1)
  if (people < 0 || visitor.id !== thread.discussion.author_id) return null
  const unsent = await loadUnsentOfThread(exchange, entry)
  const instead = unsent === null ? null : <EmailLine unsent={unsent} handle={in_group.group.handle} />
  const sends = exchange.services.config.smtp_url !== null
  const told = { people, left_out: leftOutIn(exchange), sends, instead }
  return <Told title={t('thread.started')} {...told} />
}
