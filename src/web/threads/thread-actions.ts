import type { FastifyReply } from 'fastify'
import type { Act } from '../../db/db.ts'
import { closeDiscussion, reopenDiscussion } from '../../discussions/close-discussion.ts'
import { markRead } from '../../discussions/mark-read.ts'
import { NotFound, type Problem, problem, refuse } from '../../errors.ts'
import { acceptInvitation } from '../../members/accept-invitation.ts'
import { loadNameProblems, type OwnName } from '../../members/names/load-name-problems.ts'
import { setOwnName } from '../../members/names/set-own-name.ts'
import { loadTalkPoll, opensThread, type ThreadVisit } from '../../members/visits/load-thread.ts'
import { cameByMail, joinsByTakingPart, needsName } from '../../members/visits/visit.ts'
import { mintFromThread } from '../../users/mint-link.ts'
import type { LinkMaking } from '../../users/personal-link.ts'
import type { Exchange } from '../request/exchange.ts'
import { formOf, numbersOf } from '../request/form-text.ts'
import { keepToken, putTokenAway } from '../request/link-cookie.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { doneAddress } from '../visits/done-part.tsx'
import { nameSaid, OWN_NAME_FIELD } from '../visits/own-name-part.tsx'
import { changeInThread, goToThread, threadKey, threadPath } from '../visits/thread-door.ts'

import { FORGOTTEN_PATH } from './put-away-page.tsx'

// Actions on a thread's page that have no page of their own.

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

/** More comments than any thread has; the maximum of the database's counter. */
const MOST_SEEN = 2 ** 31 - 1

/** POST /d/KEY/read: marks everything up to `last_seen` as read. */
export async function markThreadRead(exchange: Exchange): Promise<FastifyReply> {
  const [last_seen = 0] = numbersOf(formOf(exchange), 'last_seen')
  await changeInThread(exchange, (act, { thread }) =>
    markRead(act, { discussion_id: thread.discussion.id, last_seen: Math.min(last_seen, MOST_SEEN) }),
  )
  return goToThread(exchange)
}

/** POST /d/KEY/polls/POLL: redirects to a poll of the thread; visitors by link get a new link to it. */
export async function openThreadPoll(exchange: Exchange): Promise<FastifyReply> {
  const key = pollKey(exchange)
  const token = await changeInThread(exchange, (act, visit, came) =>
    linkToPoll(act, { visit, made: madeBy(came) }, key),
  )
  return exchange.reply.redirect(`/p/${key}?k=${token}`, 303)
}

const SENT_AGAIN = 307

/**
 * POST /d/KEY/polls/POLL/ballot: redirects a ballot to its poll, which handles all ballots. The browser sends
 * it there with a link to the poll, because the thread's link does not open the poll. Saves a name in the
 * form here, if the voter came by their own link.
 */
export async function passBallotOn(exchange: Exchange): Promise<FastifyReply> {
  const key = pollKey(exchange)
  const token = await changeInThread(exchange, async (act, visit, came) => {
    const said = nameIn(exchange, came)
    if (said !== null && (await loadNameProblems(act.tx, said)).length === 0) await setOwnName(act, said)
    return linkToPoll(act, { visit, made: madeBy(came) }, key)
  })
  return keepToken(exchange, token, { path: `/p/${key}`, rest: '/ballot', status: SENT_AGAIN })
}

/** The name in the form of a comment or of a ballot. */
export function nameIn(exchange: Exchange, came: ThreadVisit): OwnName | null {
  return nameSaid(formOf(exchange), came, came.thread.discussion.group_id)
}

/**
 * Saves the name beside a comment; somebody without one has to say theirs. Invalid: the name, and the comment
 * with these problems.
 */
export async function takeName(
  act: Act,
  { visitor, said }: Pick<ThreadVisit, 'visitor'> & { said: OwnName | null },
  beside: Problem[],
): Promise<void> {
  const missing = needsName(visitor) ? [problem(OWN_NAME_FIELD, 'blank')] : []
  refuse([...(said === null ? missing : await loadNameProblems(act.tx, said)), ...beside])
  if (said !== null) await setOwnName(act, said)
}

/** Makes an invited person who comments a member. Returns whether it did. */
export async function joinByCommenting(act: Act, came: ThreadVisit): Promise<boolean> {
  if (!joinsByTakingPart(came)) return false
  const { group_id } = came.thread.discussion
  return acceptInvitation(act, { group_id, user_id: came.visitor.id, mailed: cameByMail(came) })
}

/**
 * POST /d/KEY/not-me: makes this browser forget the link and all other personal ones, and says so: in the
 * thread to people who are signed in and may read it.
 */
export async function forgetThreadLink(exchange: Exchange): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  putTokenAway(exchange, threadPath(exchange))
  const viewer = await signedIn(exchange)
  const stays =
    viewer !== null && (await opensThread(exchange.services.db.pool, viewer.id, threadKey(exchange)))
  const to = stays ? doneAddress(threadPath(exchange), 'link_put_away') : FORGOTTEN_PATH
  return exchange.reply.redirect(to, 303)
}

function pollKey({ request }: Exchange): string {
  return (request.params as { poll: string }).poll
}

/**
 * The token of a new link to this poll. NotFound: no such poll in the thread, or not visible to the reader.
 */
async function linkToPoll(
  { tx }: Act,
  { visit, made }: { visit: ThreadVisit; made: LinkMaking },
  key: string,
): Promise<string> {
  const poll = await loadTalkPoll(tx, visit, key)
  if (poll === null) throw new NotFound()
  const link = {
    purpose: 'ballot' as const,
    user_id: visit.reader.user_id,
    group_id: poll.group_id,
    discussion_id: null,
    poll_id: poll.id,
    discreet: false,
  }
  return mintFromThread(tx, link, made)
}

/** The new link is as safe as the visitor's: who copied that one also has this one. */
function madeBy(came: ThreadVisit): LinkMaking {
  const { copied, copied_by, reader } = came
  if (cameByMail(came)) return { origin: 'mail', copied_by: null }
  if (copied === null) return { origin: 'page', copied_by: reader.user_id }
  return { origin: copied.by === 'operator' ? 'command_line' : 'page', copied_by }
}
