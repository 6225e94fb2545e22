import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { leftOutIn, Told } from '../parts/told-part.tsx'
import { numberInQuery } from '../request/address.ts'
import { sendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { DoneNote, doneIn } from '../visits/done-part.tsx'
import { EmailLine, loadUnsentOfThread } from '../visits/email-note-part.tsx'
import type { ThreadEntry } from '../visits/thread-door.ts'

/**
 * What was just done. Tells the author of a new thread how many people get a mail about it, or that no mail
 * server is set up; to admins with the way to the mails that wait. Null: nothing, and the thread is not new.
 */
export async function startedNote(exchange: Exchange, entry: ThreadEntry): Promise<VNode | null> {
  const done = doneIn(exchange)
  if (done !== null) return <DoneNote done={done} />
  const { visitor, thread, in_group } = entry.visit
  const people = visitor.id === thread.discussion.author_id ? numberInQuery(exchange, 'told', -1) : -1
  if (people < 0) return null
  const unsent = people === 0 ? null : await loadUnsentOfThread(exchange, entry)
  return (
    <Told
      title={t('thread.started')}
      people={people}
      left_out={leftOutIn(exchange)}
      sends={sendsMail(exchange)}
      unsent={unsent === null ? null : <EmailLine unsent={unsent} handle={in_group.group.handle} />}
    />
  )
}
