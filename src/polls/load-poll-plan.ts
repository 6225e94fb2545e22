import type { Queryable } from '../db/sql.ts'
import { discussionInGroup, guestsAmong } from '../discussions/discussions-store.ts'
import { checkUserIds, readRecipients } from '../discussions/recipients.ts'
import type { Problem } from '../errors.ts'
import { membersAmong } from '../groups/memberships-store.ts'
import { addressKey } from '../users/user.ts'
import type { NewPoll } from './new-poll.ts'
import { checkPoll } from './poll.ts'
import { readReach } from './reach-reads.ts'

/** What becomes of a poll that is asked for: what is wrong with it, who would hold a ballot, who would be told. */
export type PollPlan = { problems: Problem[]; voters: number; told: number }

/** Everything wrong with a poll about to be made; `skipped` is the asking bot's own id. */
export async function loadPollProblems(
  db: Queryable,
  request: NewPoll,
  { now, skipped }: { now: Date; skipped: number | null },
): Promise<Problem[]> {
  const { recipients, problems } = readRecipients(request.recipients)
  return [
    ...checkPoll(request.settings, request.options, now),
    ...problems,
    ...(await checkThread(db, request)),
    ...(await checkPeople(
      db,
      request,
      recipients.user_ids.filter((id) => id !== skipped),
    )),
  ]
}

/** What would come of this request by this person, at this instant. Nothing is done. */
export async function loadPollPlan(
  db: Queryable,
  request: NewPoll,
  { author_id, now }: { author_id: number; now: Date },
): Promise<PollPlan> {
  const problems = await loadPollProblems(db, request, { now, skipped: null })
  const { recipients } = readRecipients(request.recipients)
  const { voters, told } = await readReach(db, {
    group_id: request.group_id,
    discussion_id: request.discussion_id,
    author_id,
    to_all: !request.settings.specified_voters_only,
    names_group: recipients.audience === 'group',
    named_ids: recipients.user_ids,
    emails: recipients.emails.map(addressKey),
    tell_holders: request.told === 'holders',
    tell_named: request.told === 'named',
  })
  return { problems, voters, told }
}

async function checkThread(db: Queryable, { discussion_id, group_id }: NewPoll): Promise<Problem[]> {
  if (discussion_id === null || (await discussionInGroup(db, discussion_id, group_id))) return []
  return [{ field: 'discussion_id', code: 'not_found', message: 'must be a thread of this group' }]
}

async function checkPeople(
  db: Queryable,
  { discussion_id, group_id }: NewPoll,
  user_ids: number[],
): Promise<Problem[]> {
  const guests = discussion_id === null ? [] : await guestsAmong(db, discussion_id, user_ids)
  return checkUserIds(user_ids, [...(await membersAmong(db, group_id, user_ids)), ...guests], null)
}
