import type { Act } from '../db/db.ts'
import { discussionInGroup, guestsAmong } from '../discussions/discussions-store.ts'
import { checkUserIds, type Recipients, readRecipients } from '../discussions/recipients.ts'
import { type Problem, refuse } from '../errors.ts'
import { holdMembers } from '../groups/groups-store.ts'
import { membersAmong } from '../groups/memberships-store.ts'
import { newPublicKey } from '../users/secret.ts'
import { ensurePeople } from '../users/users-store.ts'
import { checkPoll, type PollSettings, reminderDue } from './poll.ts'
import { type NewOption, newOptions } from './poll-option.ts'
import { POLL_TYPES } from './poll-types.ts'
import { insertPoll, type Told } from './polls-store.ts'

export type NewPoll = {
  group_id: number
  discussion_id: number | null
  settings: PollSettings
  /** Null or empty: the type's own. */
  options: string[] | null
  recipients: Recipients
  told: Told
  /** What was found wrong when the request was read. */
  problems: Problem[]
}

/**
 * Makes a poll, gives out its ballots and tells the people concerned; with a closing time it is open at
 * once. Returns its id. Invalid names every field that fails, and nothing is done.
 */
export async function startPoll({ tx, actor, now }: Act, request: NewPoll): Promise<number> {
  const { recipients, problems } = readRecipients(request.recipients)
  const people = { ...recipients, user_ids: recipients.user_ids.filter((id) => id !== actor.user_id) }
  const settings = settled(request.settings, request.options)
  await holdMembers(tx, request.group_id)
  const found = [
    ...checkPoll(request.settings, request.options, now),
    ...problems,
    ...(await checkThread(tx, request)),
    ...(await checkPeople(tx, request, people.user_ids)),
  ]
  refuse(found, request.problems)
  return insertPoll(tx, {
    ...settings,
    key: newPublicKey(),
    group_id: request.group_id,
    discussion_id: request.discussion_id,
    author_id: actor.user_id ?? 0,
    api_key_id: actor.kind === 'key' ? actor.api_key_id : null,
    opened_at: settings.closing_at === null ? null : now,
    reminder_due_at: reminderDue(settings, now),
    ...columns(newOptions(settings.poll_type, request.options)),
    to_members: !settings.specified_voters_only,
    to_thread_guests: !settings.specified_voters_only,
    named_ids: [...people.user_ids, ...(await ensurePeople(tx, people.emails))],
    names_group: people.audience === 'group',
    told: request.told,
    message: people.message,
  })
}

/** Anonymous ballots carry no reasons; how many options a ranked ballot ranks is fixed when the poll opens. */
function settled(settings: PollSettings, options: string[] | null): PollSettings {
  return {
    ...settings,
    stance_reason_required: settings.anonymous ? 'disabled' : settings.stance_reason_required,
    minimum_stance_choices: ranksFixed(settings, newOptions(settings.poll_type, options).length),
  }
}

/** The number of ranks on a ballot, once the poll opens; for other types the setting as it is. */
export function ranksFixed(settings: PollSettings, options: number): number | null {
  const fixes = POLL_TYPES[settings.poll_type].ranked && settings.closing_at !== null && options > 0
  return settings.minimum_stance_choices ?? (fixes ? options : null)
}

async function checkThread(tx: Act['tx'], { discussion_id, group_id }: NewPoll): Promise<Problem[]> {
  if (discussion_id === null || (await discussionInGroup(tx, discussion_id, group_id))) return []
  return [{ field: 'discussion_id', code: 'not_found', message: 'must be a thread of this group' }]
}

async function checkPeople(
  tx: Act['tx'],
  { discussion_id, group_id }: NewPoll,
  user_ids: number[],
): Promise<Problem[]> {
  const guests = discussion_id === null ? [] : await guestsAmong(tx, discussion_id, user_ids)
  return checkUserIds(user_ids, [...(await membersAmong(tx, group_id, user_ids)), ...guests], null)
}

function columns(options: NewOption[]): { slots: number[]; priorities: number[]; names: string[] } {
  return {
    slots: options.map((option) => option.slot),
    priorities: options.map((option) => option.priority),
    names: options.map((option) => option.name),
  }
}
