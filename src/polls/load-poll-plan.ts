import type { Queryable } from '../db/sql.ts'
import { discussionInGroup, guestsAmong } from '../discussions/discussions-store.ts'
import { checkUserIds, readRecipients } from '../discussions/recipients.ts'
import { type Problem, problem } from '../errors.ts'
import { membersAmong } from '../groups/memberships-store.ts'
import { checkTags } from '../groups/tags/tag.ts'
import { addressKey } from '../users/user.ts'
import { readReach } from './audience-reads.ts'
import type { NewPoll } from './new-poll.ts'
import { checkPoll } from './poll.ts'

/** A preview of a requested poll: its problems, the number of voters, and of people notified. */
export type PollPlan = { problems: Problem[]; voters: number; told: number }

/** The facts about a requested poll: `skipped` is the id of the request's own bot. */
type Known = { now: Date; skipped: number | null; thread_found: boolean }

/** All problems of a poll before it is created. */
export async function loadPollProblems(
  db: Queryable,
  request: NewPoll,
  { now, skipped, thread_found }: Known,
): Promise<Problem[]> {
  const { recipients, problems } = readRecipients(request.recipients)
  return [
    ...checkPoll(request, now),
    ...checkTags(request.tags ?? []),
    ...problems,
    ...(thread_found ? [] : [NO_THREAD]),
    ...(await checkPeople(
      db,
      request,
      recipients.user_ids.filter((id) => id !== skipped),
    )),
  ]
}

/** The result that this request by this person would have now. Changes nothing. */
export async function loadPollPlan(
  db: Queryable,
  request: NewPoll,
  { author_id, now }: { author_id: number; now: Date },
): Promise<PollPlan> {
  const problems = await loadPollProblems(db, request, {
    now,
    skipped: null,
    thread_found: await threadFound(db, request),
  })
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

const NO_THREAD = problem('discussion_id', 'no_thread_of_group')

async function threadFound(db: Queryable, { discussion_id, group_id }: NewPoll): Promise<boolean> {
  return discussion_id === null || discussionInGroup(db, discussion_id, group_id)
}

async function checkPeople(
  db: Queryable,
  { discussion_id, group_id }: NewPoll,
  user_ids: number[],
): Promise<Problem[]> {
  const guests = discussion_id === null ? [] : await guestsAmong(db, discussion_id, user_ids)
  return checkUserIds(user_ids, [...(await membersAmong(db, group_id, user_ids)), ...guests])
}
