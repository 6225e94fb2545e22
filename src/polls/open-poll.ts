import type { Act } from '../db/db.ts'
import { Conflict, NotFound, refuse } from '../errors.ts'
import { changed } from '../events/field-change.ts'
import { addToItemCounts } from '../groups/groups-store.ts'
import { ballotHolders } from './ballots/electorate-store.ts'
import { checkCounting } from './counts/counting-rules.ts'
import { issueMissingBallots } from './electorate/issue-ballots.ts'
import { recordManifest } from './heads/record-manifest.ts'
import { type HeldPoll, holdPollAndMembers } from './hold-poll.ts'
import type { Told } from './new-poll.ts'
import { withdrawOutcome } from './outcomes/outcomes-store.ts'
import { checkChoiceCounts, checkClosing, pollState, reminderDue } from './poll.ts'
import { checkStored, costsOf } from './poll-option.ts'
import { lockPoll, markOpen, pollOptions } from './polls-store.ts'
import { recordOfPoll } from './record-poll.ts'
import { limitsAtOpening } from './start-poll.ts'

/**
 * Opens a draft until `closing_at`; notifies everyone with a ballot. NotFound; Conflict when it is not a
 * draft; Invalid when the time is past or options are missing.
 */
export function openPoll(act: Act, id: number, closing_at: Date): Promise<void> {
  return openDraft(act, id, { closing_at, told: 'holders' })
}

/** The same, but notifies nobody. */
export function openPollQuietly(act: Act, id: number, closing_at: Date): Promise<void> {
  return openDraft(act, id, { closing_at, told: 'nobody' })
}

type Opening = { closing_at: Date; told: Exclude<Told, 'named'> }

async function openDraft(act: Act, id: number, { closing_at, told }: Opening): Promise<void> {
  // No lock on the members is needed: a change of members locks drafts too, whose ballots already exist.
  const locked = await lockPoll(act.tx, id)
  if (locked === null) throw new NotFound()
  if (pollState(locked.poll, locked.now).is !== 'draft') throw new Conflict('poll_not_draft.opened')
  await open(act, locked, closing_at)
  const recipient_ids = told === 'nobody' ? [] : await ballotHolders(act.tx, id, 'all')
  await recordOfPoll(act, locked.poll, {
    kind: 'poll_opened',
    recipient_ids,
    changes: changed('closing_at', locked.poll.closing_at, closing_at),
  })
}

/**
 * Reopens a closed poll until `closing_at`; its ballots stay, its outcome is withdrawn. People who
 * joined since get a ballot, and are notified like everyone whose poll opens. NotFound; Conflict when it is
 * not closed, or anonymous (the count of a sealed urn is final); Invalid when the time is past.
 */
export async function reopenPoll(act: Act, id: number, closing_at: Date): Promise<void> {
  const locked = await holdPollAndMembers(act, id)
  if (pollState(locked.poll, locked.now).is !== 'closed') throw new Conflict('poll_not_closed.not_closed')
  if (locked.poll.anonymous) throw new Conflict('poll_sealed.itself')
  const counted = locked.poll.closed_at !== null
  await open(act, locked, closing_at)
  await withdrawOutcome(act.tx, id)
  const recipient_ids = await issueMissingBallots(
    act,
    locked.poll,
    act.actor.user_id ?? locked.poll.author_id,
  )
  await recordOfPoll(act, locked.poll, {
    kind: 'poll_reopened',
    changes: changed('closing_at', locked.poll.closing_at, closing_at),
  })
  if (recipient_ids.length > 0)
    await recordOfPoll(act, locked.poll, { kind: 'voters_invited', recipient_ids })
  if (counted) await addToItemCounts(act.tx, [{ group_id: locked.poll.group_id, closed_polls: -1 }])
}

async function open(act: Act, { poll, now }: HeldPoll, closing_at: Date): Promise<void> {
  const { tx, urn_keys } = act
  const options = await pollOptions(tx, poll.id)
  const names = options.map((option) => option.name)
  refuse([
    ...checkClosing(closing_at, now),
    ...checkStored(poll.poll_type, names, poll.voter_can_add_options),
    ...checkChoiceCounts(poll, names.length),
    ...checkCounting(poll, names, costsOf(options)),
  ])
  const opened = { ...poll, closing_at }
  await markOpen(tx, {
    id: poll.id,
    closing_at,
    reminder_due_at: reminderDue(opened, now),
    ...limitsAtOpening(opened, names.length),
    urn_key: poll.anonymous ? await urn_keys.make(tx) : null,
  })
  await recordManifest(act, poll.id)
}
