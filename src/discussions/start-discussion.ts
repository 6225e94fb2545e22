import type { Act } from '../db/db.ts'
import { type Problem, refuse } from '../errors.ts'
import { addToItemCounts } from '../groups/groups-store.ts'
import { invitePeople } from '../groups/invites/invite-people.ts'
import { membersAmong } from '../groups/memberships-store.ts'
import { checkTags } from '../groups/tags/tag.ts'
import { checkLength } from '../text/length.ts'
import { singleLine } from '../text/one-line.ts'
import { newPublicKey } from '../users/secret.ts'
import { checkTitle, type Discussion, MAX_BODY } from './discussion.ts'
import { insertDiscussion } from './discussions-store.ts'
import { checkUserIds, type Recipients, readRecipients } from './recipients.ts'
import { setThreadTags } from './set-thread-tags.ts'

export type NewThread = Pick<
  Discussion,
  'group_id' | 'title' | 'description' | 'description_format' | 'private'
> & {
  recipients: Recipients
  /** Names; none by default. */
  tags?: readonly string[]
  /** Adds recipients without notifying them. */
  quiet?: boolean
  /** Problems found when the request was parsed. */
  problems: Problem[]
}

/** The problems of a new thread, except people who are not members of its group. */
export function checkThread(
  request: Pick<NewThread, 'title' | 'description' | 'recipients' | 'tags'>,
): Problem[] {
  return [
    ...checkTitle(request.title),
    ...checkLength('description', request.description, MAX_BODY),
    ...readRecipients(request.recipients).problems,
    ...checkTags(request.tags ?? []),
  ]
}

/**
 * Starts a thread. Notifies its recipients, unless it is quiet; recipients by address who are not members
 * become its guests. Returns its id. Invalid names every field that fails, and nothing is saved;
 * InvitesLimited: too many new people.
 */
export async function startDiscussion(act: Act, request: NewThread): Promise<number> {
  const { tx, actor } = act
  const { recipients, names } = readRecipients(request.recipients)
  const wanted = recipients.user_ids.filter((id) => id !== actor.user_id)
  const known = await membersAmong(tx, request.group_id, wanted)
  refuse([...checkThread(request), ...checkUserIds(wanted, known)], request.problems)
  const { group_id, description, description_format, quiet = false, tags = [] } = request
  const invited = { group_id, emails: recipients.emails, names, field: 'recipient_emails' } as const
  const guest_ids = await invitePeople(act, invited)
  const id = await insertDiscussion(tx, {
    key: newPublicKey(),
    group_id,
    author_id: actor.user_id ?? 0,
    title: singleLine(request.title),
    description,
    description_format,
    private: request.private,
    tell_group: recipients.audience === 'group' && !quiet,
    tell_ids: quiet ? [] : [...wanted, ...guest_ids],
    guest_ids,
    message: recipients.message,
  })
  await addToItemCounts(tx, [{ group_id, discussions: 1 }])
  if (tags.length > 0) await setThreadTags(act, id, tags)
  return id
}
