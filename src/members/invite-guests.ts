import type { Act } from '../db/db.ts'
import { threadClosed } from '../discussions/comments/add-comment.ts'
import { MAX_MESSAGE } from '../discussions/discussion.ts'
import { addThreadGuests, lockDiscussion } from '../discussions/discussions-store.ts'
import { MAX_RECIPIENTS } from '../discussions/recipients.ts'
import { mayInvite, type ThreadReader } from '../discussions/thread-rights.ts'
import { Forbidden, NotFound, type Problem, problem, refuse } from '../errors.ts'
import { record } from '../events/record.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { invitePeople } from '../groups/invites/invite-people.ts'
import { membersAmong } from '../groups/memberships-store.ts'
import { holdPolls } from '../polls/ballots/electorate-store.ts'
import { issueThreadBallots } from '../polls/electorate/issue-ballots.ts'
import { checkLength } from '../text/length.ts'
import { type Addressee, readAddresses } from '../users/address-list.ts'

export type GuestInvitation = {
  discussion_id: number
  group_id: number
  emails: Addressee[]
  message: string | null
  reader: ThreadReader
}

/**
 * Invites people to a thread: those outside the group become its guests, and get a ballot in each draft and
 * open poll of the thread that is for everyone. Notifies all of them. Returns who they are, and how many are
 * new guests. Invalid: an address or the message; InvitesLimited: too many new people; Conflict: the thread
 * is closed; Forbidden: not a member who has joined.
 */
export async function inviteGuests(
  act: Act,
  request: GuestInvitation,
): Promise<{ told: number[]; guests: number }> {
  const { tx, actor } = act
  const { discussion_id, group_id, message, reader } = request
  const { addresses, names, problems } = readAddresses(request.emails.slice(0, MAX_RECIPIENTS), 'emails')
  refuse([...countProblems(request.emails), ...problems, ...checkLength('message', message, MAX_MESSAGE)])
  await lockMembers(tx, group_id)
  const thread = await lockDiscussion(tx, discussion_id)
  if (thread === null) throw new NotFound()
  if (thread.closed_at !== null) throw threadClosed()
  if (!mayInvite(thread, reader)) throw new Forbidden('not_joined.invite')
  await holdPolls(tx, group_id)
  const ids = await invitePeople(act, { group_id, emails: addresses, names, field: 'emails' })
  const user_ids = ids.filter((id) => id !== actor.user_id)
  const members = new Set(await membersAmong(tx, group_id, user_ids))
  const strangers = user_ids.filter((id) => !members.has(id))
  const inviter_id = reader.user_id
  const guests = await addThreadGuests(tx, { id: discussion_id, user_ids: strangers, inviter_id })
  await issueThreadBallots(act, { discussion_id, group_id, user_ids: strangers, inviter_id })
  await record(tx, [
    {
      kind: 'discussion_announced',
      group_id,
      discussion_id,
      poll_id: null,
      subject_id: discussion_id,
      actor_id: inviter_id,
      recipient_ids: user_ids,
      recipient_message: message,
    },
  ])
  return { told: user_ids, guests: guests.length }
}

function countProblems(emails: Addressee[]): Problem[] {
  const field = 'emails'
  if (emails.length === 0) return [problem(field, 'blank')]
  if (emails.length <= MAX_RECIPIENTS) return []
  return [problem(field, 'too_many_at_once', { most: MAX_RECIPIENTS })]
}
