import type { Act } from '../db/db.ts'
import { addPollToThread, lockDiscussionInGroup } from '../discussions/discussions-store.ts'
import { readRecipients } from '../discussions/recipients.ts'
import { Conflict, refuse } from '../errors.ts'
import { holdMembers } from '../groups/groups-store.ts'
import { invitePeople } from '../groups/invites/invite-people.ts'
import { singleLine } from '../text/one-line.ts'
import { newPublicKey } from '../users/secret.ts'
import { recordManifest } from './heads/record-manifest.ts'
import { loadPollProblems } from './load-poll-plan.ts'
import type { PollToMake } from './new/new-poll-rows.ts'
import { insertPolls } from './new/new-polls-store.ts'
import type { NewPoll } from './new-poll.ts'
import { ANONYMOUS_RULES, type PollSettings, reminderDue } from './poll.ts'
import { type NewOption, newOptions } from './poll-option.ts'
import { setPollTags } from './tags/set-poll-tags.ts'
import { pollType } from './types/index.ts'
import type { ChoiceLimits } from './types/poll-type.ts'

export type { NewPoll } from './new-poll.ts'

/**
 * Creates a poll, issues its ballots and notifies people; with a closing time it is open at once. Returns its
 * id. Invalid names every field that fails, and nothing is saved; InvitesLimited: too many new people.
 * Conflict `thread_closed`: only programs start polls in closed threads.
 */
export async function startPoll(act: Act, request: NewPoll): Promise<number> {
  await holdMembers(act.tx, request.group_id)
  const [id = 0] = await insertPolls(act.tx, [await pollToMake(act, request)])
  if (request.tags !== undefined && request.tags.length > 0) await setPollTags(act, id, request.tags)
  if (request.settings.receipts && request.settings.closing_at !== null) await recordManifest(act, id)
  return id
}

/**
 * The poll to create, after all preparations: the caller has locked the members of its group. Throws the same
 * errors as `startPoll`.
 */
export async function pollToMake(act: Act, request: NewPoll): Promise<PollToMake> {
  const { tx, actor, now } = act
  // A program may name its own bot, which never gets a ballot.
  const skipped = actor.kind === 'key' ? actor.user_id : null
  const { recipients, names } = readRecipients(request.recipients)
  const people = { ...recipients, user_ids: recipients.user_ids.filter((id) => id !== skipped) }
  const settings = settled(request.settings, request.options)
  const thread_found = await holdThread(act, request)
  refuse(await loadPollProblems(tx, request, { now, skipped, thread_found }), request.problems)
  const opens = settings.closing_at !== null
  const { group_id } = request
  const invited = { group_id, emails: people.emails, names, field: 'recipient_emails' } as const
  const ids = await invitePeople(act, invited)
  return {
    ...settings,
    key: newPublicKey(),
    group_id,
    discussion_id: request.discussion_id,
    author_id: actor.user_id ?? 0,
    api_key_id: actor.kind === 'key' ? actor.api_key_id : null,
    opened_at: opens ? now : null,
    urn_key: opens && settings.anonymous ? await act.urn_keys.make(tx) : null,
    reminder_due_at: reminderDue(settings, now),
    ...columns(
      newOptions(settings.poll_type, request.options, {
        meanings: request.option_meanings ?? [],
        costs: request.option_costs ?? {},
      }),
    ),
    to_members: !settings.specified_voters_only,
    to_thread_guests: !settings.specified_voters_only,
    named_ids: [...people.user_ids, ...ids],
    names_group: people.audience === 'group',
    told: request.told,
    message: people.message,
    sequence_id: request.discussion_id === null ? null : await addPollToThread(tx, request.discussion_id),
  }
}

/**
 * Whether the poll's thread, if any, exists; the lock keeps it from being closed or discarded until the poll
 * is created.
 */
async function holdThread({ tx, actor }: Act, { discussion_id, group_id }: NewPoll): Promise<boolean> {
  if (discussion_id === null) return true
  const thread = await lockDiscussionInGroup(tx, { id: discussion_id, group_id })
  if (actor.kind === 'person' && thread !== null && thread.closed_at !== null)
    throw new Conflict('thread_closed.polls')
  return thread !== null
}

/**
 * Puts the title on one line, applies the rules of anonymous polls, and fixes the limits that a poll's type
 * fixes when it opens.
 */
function settled(settings: PollSettings, options: string[] | null): PollSettings {
  return {
    ...settings,
    title: singleLine(settings.title),
    ...(settings.anonymous ? ANONYMOUS_RULES : {}),
    ...limitsAtOpening(settings, newOptions(settings.poll_type, options).length),
  }
}

/** The limits of choices once the poll opens; of a draft, or without options: the unchanged settings. */
export function limitsAtOpening(settings: PollSettings, options: number): ChoiceLimits {
  const { minimum_stance_choices, maximum_stance_choices, closing_at, poll_type } = settings
  const fixes = closing_at !== null && options > 0
  const fixed = fixes ? pollType(poll_type).fixed_at_opening(settings, options) : {}
  return { minimum_stance_choices, maximum_stance_choices, ...fixed }
}

type Columns = Pick<PollToMake, 'slots' | 'priorities' | 'names' | 'meanings' | 'costs'>

function columns(options: NewOption[]): Columns {
  return {
    slots: options.map((option) => option.slot),
    priorities: options.map((option) => option.priority),
    names: options.map((option) => option.name),
    meanings: options.map((option) => option.meaning),
    costs: options.map((option) => option.cost),
  }
}
