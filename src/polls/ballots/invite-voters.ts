import type { Act } from '../../db/db.ts'
import { checkUserIds, MAX_RECIPIENTS } from '../../discussions/recipients.ts'
import { Conflict, type Problem, problem, refuse } from '../../errors.ts'
import { invitePeople } from '../../groups/invites/invite-people.ts'
import { membersAmong } from '../../groups/memberships-store.ts'
import { type Addressee, readAddresses } from '../../users/address-list.ts'
import { giveBallots } from '../electorate/issue-ballots.ts'
import { holdPollAndMembers } from '../hold-poll.ts'
import { pollState } from '../poll.ts'
import { recordOfPoll } from '../record-poll.ts'
import { hasVotes } from './electorate-store.ts'

export type InviteVoters = { poll_id: number; emails: Addressee[]; user_ids: number[] }

/**
 * Gives these people a ballot in a draft or an open poll, members of the group or not, and notifies them.
 * Skips people who have one. Returns how many are new. NotFound; Conflict when it is closed, or anonymous
 * with votes; Invalid names each bad address and each id without a member, or says that there are none or too
 * many; InvitesLimited: too many new people.
 */
export async function inviteVoters(act: Act, request: InviteVoters): Promise<number> {
  const { tx, actor } = act
  const { addresses, names, problems } = readAddresses(request.emails.slice(0, MAX_RECIPIENTS), 'emails')
  const { poll, now } = await holdPollAndMembers(act, request.poll_id)
  const { group_id } = poll
  if (pollState(poll, now).is === 'closed') throw new Conflict('poll_closed.voting')
  if (poll.anonymous && (await hasVotes(tx, poll.id))) throw new Conflict('poll_anonymous.voters')
  refuse([
    ...problems,
    ...checkUserIds(request.user_ids, await membersAmong(tx, group_id, request.user_ids), 'user_ids'),
    ...countProblems(request),
  ])
  const ids = await invitePeople(act, { group_id, emails: addresses, names, field: 'emails' })
  const user_ids = [...new Set([...request.user_ids, ...ids])]
  const given = await giveBallots(act, {
    poll_id: request.poll_id,
    group_id,
    user_ids,
    inviter_id: actor.user_id ?? poll.author_id,
  })
  if (given.length > 0) await recordOfPoll(act, poll, { kind: 'voters_invited', recipient_ids: given })
  return given.length
}

function countProblems({ emails, user_ids }: InviteVoters): Problem[] {
  if (emails.length + user_ids.length === 0) return [problem('emails', 'blank')]
  return Object.entries({ emails, user_ids })
    .filter(([, list]) => list.length > MAX_RECIPIENTS)
    .map(([field]) => problem(field, 'too_many_at_once', { most: MAX_RECIPIENTS }))
}
