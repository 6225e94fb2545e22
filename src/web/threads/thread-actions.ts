import type { FastifyReply } from 'fastify'
import { closeDiscussion, reopenDiscussion } from '../../discussions/close-discussion.ts'
import { markRead } from '../../discussions/mark-read.ts'
import { NotFound } from '../../errors.ts'
import { loadTalkPoll, type ThreadVisit } from '../../members/visits/load-thread.ts'
import { mintLink } from '../../users/mint-link.ts'
import type { LinkMaking } from '../../users/personal-link.ts'
import type { Exchange } from '../request/exchange.ts'
import { formOf, numbersOf } from '../request/form-text.ts'
import { changeInThread, goToThread } from '../visits/thread-door.ts'

// The buttons of a thread's page that need no page of their own.

/** POST /d/KEY/close. */
export async function closeThread(exchange: Exchange): Promise<FastifyReply> {
  await changeInThread(exchange, (act, { thread, reader }) =>
    closeDiscussion(act, { id: thread.discussion.id, reader }),
  )
  return goToThread(exchange)
}

/** POST /d/KEY/reopen. */
export async function reopenThread(exchange: Exchange): Promise<FastifyReply> {
  await changeInThread(exchange, (act, { thread, reader }) =>
    reopenDiscussion(act, { id: thread.discussion.id, reader }),
  )
  return goToThread(exchange)
}

/** More than any thread has; what the database counts them with holds no more. */
const MOST_SEEN = 2 ** 31 - 1

/** POST /d/KEY/read: everything up to `last_seen` was read. */
export async function markThreadRead(exchange: Exchange): Promise<FastifyReply> {
  const [last_seen = 0] = numbersOf(formOf(exchange), 'last_seen')
  await changeInThread(exchange, (act, { thread }) =>
    markRead(act, { discussion_id: thread.discussion.id, last_seen: Math.min(last_seen, MOST_SEEN) }),
  )
  return goToThread(exchange)
}

/** POST /d/KEY/polls/POLL: goes on to a poll of the thread, by a link of its own for whoever came by one. */
export async function openThreadPoll(exchange: Exchange): Promise<FastifyReply> {
  const { poll: key = '' } = exchange.request.params as Record<string, string>
  const token = await changeInThread(exchange, async ({ tx }, visit, came) => {
    const poll = await loadTalkPoll(tx, visit, key)
    if (poll === null) throw new NotFound()
    const { user_id } = visit.reader
    const link = {
      purpose: 'ballot' as const,
      user_id,
      group_id: poll.group_id,
      discussion_id: null,
      poll_id: poll.id,
      discreet: false,
    }
    return mintLink(tx, link, madeBy(came))
  })
  return exchange.reply.redirect(`/p/${key}?k=${token}`, 303)
}

/** Whoever copied the link somebody came by holds what is made from it, too. */
function madeBy({ copied, copied_by, reader }: ThreadVisit): LinkMaking {
  if (copied === null) return { origin: 'page', copied_by: reader.user_id }
  return { origin: copied.by === 'operator' ? 'command_line' : 'page', copied_by }
}
