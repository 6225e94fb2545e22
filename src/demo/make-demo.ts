import { type Act, change, type Db } from '../db/db.ts'
import { closeDiscussion } from '../discussions/close-discussion.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import { startDiscussion } from '../discussions/start-discussion.ts'
import type { ThreadReader } from '../discussions/thread-rights.ts'
import { createGroup } from '../groups/create-group.ts'
import type { Group } from '../groups/group.ts'
import { acceptInvitation } from '../members/accept-invitation.ts'
import { setMembers } from '../members/set-members.ts'
import { muteGroup } from '../notifications/mute-group.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { PLAIN_COUNT } from '../polls/counts/methods.ts'
import { recordHead } from '../polls/heads/record-head.ts'
import { publishOutcome } from '../polls/outcomes/publish-outcome.ts'
import { DEFAULT_DOTS, DEFAULT_MAX_SCORE, DEFAULT_MIN_SCORE, type PollSettings } from '../polls/poll.ts'
import { lockAnyPoll, pollOptions } from '../polls/polls-store.ts'
import { NO_RULES } from '../polls/results/decision-rules.ts'
import { startPoll } from '../polls/start-poll.ts'
import { sealPoll } from '../polls/urn/seal-poll.ts'
import { editProfile } from '../users/edit-profile.ts'
import { ensurePeople, findUsers } from '../users/users-store.ts'
import type { DemoOutcome, DemoPoll } from './demo-poll.ts'
import { forgetHeads, moveBack, silenceEvents } from './demo-store.ts'
import { GUESTS, NEIGHBOURS } from './neighbours.ts'
import { demoPolls } from './polls.ts'
import { type DemoThread, THREADS } from './threads.ts'

/** The demo group. */
export const DEMO = { handle: 'elm-street', name: 'Elm Street Neighbours' }
const DEMO_ADDRESS = 'demo@elm-street.example'
const NOBODY = { audience: null, user_ids: [], emails: [], message: null }
const HOUR_MS = 3_600_000

type Demo = { db: Db; group: Group; people: number[]; threads: Map<string, number> }

/**
 * Creates a group to look around in, with the same changes that people make: neighbours, their threads, a
 * poll of each kind with votes. `admin_id` is its admin and has ballots in it. Sends no mail. Invalid: there
 * is one already. Calls `progress` with threads and polls.
 */
export async function makeDemo(
  limited: Db,
  admin_id: number | null,
  progress: (done: number, of: number) => void = () => undefined,
): Promise<Group> {
  // Its people are invented: they count for nobody's invitations.
  const db: Db = { ...limited, limits: null }
  const [group, people] = await change(db, { kind: 'system', user_id: null }, (act) => gather(act, admin_id))
  const demo: Demo = { db, group, people, threads: new Map() }
  const polls = demoPolls(new Date())
  const all = THREADS.length + polls.length
  for (const [index, thread] of THREADS.entries()) {
    demo.threads.set(thread.name, await talk(demo, thread))
    progress(index + 1, all)
  }
  for (const [index, poll] of polls.entries()) {
    await decide(demo, poll)
    progress(THREADS.length + index + 1, all)
  }
  for (const thread of THREADS) {
    const id = demo.threads.get(thread.name) ?? 0
    if (thread.closed)
      await quietly(demo, thread.by, (act) => closeDiscussion(act, { id, reader: readerOf(act) }))
    await quietly(demo, null, ({ tx }) => moveBack(tx, id, thread.hours))
  }
  await quietly(demo, null, (act) => recordHeadsAgain(act, group.id))
  return group
}

/** The heads of the closings, as of the times to which these were moved. */
async function recordHeadsAgain(act: Act, group_id: number): Promise<void> {
  for (const id of await forgetHeads(act.tx, group_id)) {
    const poll = await lockAnyPoll(act.tx, id)
    if (poll !== null && poll.closed_at !== null) await recordHead(act, poll, poll.closed_at)
  }
}

/** The group with all its members. */
async function gather(act: Act, admin_id: number | null): Promise<[Group, number[]]> {
  const [admin] = admin_id === null ? [] : await findUsers(act.tx, [admin_id])
  const { group, admin: first } = await createGroup(act, {
    ...DEMO,
    admin_email: admin?.email ?? DEMO_ADDRESS,
    parent_handle: null,
  })
  const emails = NEIGHBOURS.map(({ email }) => email)
  await setMembers(
    { ...act, actor: { kind: 'person', user_id: first.id } },
    { group_id: group.id, emails, remove_absent: false, dry_run: false, guard: false, force: false },
  )
  const people = await named(act, NEIGHBOURS)
  for (const user_id of people) {
    await acceptInvitation(act, { group_id: group.id, user_id, mailed: true })
    // Later events, such as a closing, are mailed only to real people.
    await muteGroup(act, { group_id: group.id, user_id })
  }
  await silenceEvents(act.tx, group.id)
  return [group, [...people, ...(await named(act, GUESTS))]]
}

async function named(act: Act, all: readonly { name: string; email: string }[]): Promise<number[]> {
  const ids = await ensurePeople(
    act.tx,
    all.map(({ email }) => email),
  )
  for (const [place, { name }] of all.entries())
    await editProfile(act, ids[place] ?? 0, { name, time_zone: 'Europe/London' })
  return ids
}

async function talk(demo: Demo, thread: DemoThread): Promise<number> {
  return quietly(demo, thread.by, async (act) => {
    const discussion_id = await startDiscussion(act, {
      group_id: demo.group.id,
      title: thread.title,
      description: thread.text,
      description_format: 'md',
      private: true,
      tags: thread.tags,
      recipients: NOBODY,
      problems: [],
    })
    const ids: number[] = []
    for (const { by, text, to } of thread.comments) {
      const actor = { kind: 'person' as const, user_id: demo.people[by] ?? 0 }
      const parent_id = to === undefined ? null : (ids[to] ?? null)
      const { id } = await addComment(
        { ...act, actor },
        { discussion_id, parent_id, body: text, mentioned_ids: [] },
      )
      ids.push(id)
    }
    return discussion_id
  })
}

async function decide(demo: Demo, poll: DemoPoll): Promise<void> {
  const { db, group, people, threads } = demo
  const id = await quietly(demo, poll.by, (act) =>
    startPoll(act, {
      group_id: group.id,
      discussion_id: threads.get(poll.thread) ?? null,
      settings: settingsOf(poll, act.now),
      options: poll.options,
      ...(poll.option_costs && { option_costs: poll.option_costs }),
      recipients: poll.guests ? { ...NOBODY, emails: GUESTS.map(({ email }) => email) } : NOBODY,
      told: 'nobody',
      problems: [],
    }),
  )
  for (const { by, choices, reason } of poll.votes) {
    const said = reason === undefined ? null : { text: reason, format: 'md' as const }
    await castBallot(db, { poll_id: id, user_id: people[by] ?? 0, choices, reason: said })
  }
  if (poll.hours !== null) return
  await quietly(demo, poll.by, (act) => closePoll(act, id))
  if (poll.settings?.anonymous) await sealPoll(db, id)
  const { outcome } = poll
  if (outcome !== undefined) await quietly(demo, outcome.by, (act) => conclude(act, id, outcome))
}

async function conclude(
  act: Act,
  poll_id: number,
  { statement, option, review }: DemoOutcome,
): Promise<void> {
  const options = option === undefined ? [] : await pollOptions(act.tx, poll_id)
  await publishOutcome(act, {
    poll_id,
    statement,
    poll_option_id: options.find(({ name }) => name === option)?.id ?? null,
    review_on: review === undefined ? null : dayIn(act.now, review),
  })
}

function dayIn(now: Date, days: number): string {
  return new Date(now.getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10)
}

/** The actor as a reader of their own thread. */
function readerOf({ actor }: Act): ThreadReader {
  return { user_id: actor.user_id ?? 0, member: true, accepted: true, admin: false }
}

/** Runs a neighbour's change without notifying anyone. */
function quietly<T>(
  { db, group, people }: Demo,
  by: number | null,
  run: (act: Act) => Promise<T>,
): Promise<T> {
  const user_id = by === null ? null : (people[by] ?? 0)
  const actor =
    user_id === null ? ({ kind: 'system', user_id } as const) : ({ kind: 'person', user_id } as const)
  return change(db, actor, async (act) => {
    const result = await run(act)
    await silenceEvents(act.tx, group.id)
    return result
  })
}

function settingsOf({ poll_type, title, details, settings, hours }: DemoPoll, now: Date): PollSettings {
  return {
    poll_type,
    title,
    details,
    details_format: 'md',
    // On the hour, as people usually set it.
    closing_at: new Date(Math.ceil((now.getTime() + (hours ?? 1) * HOUR_MS) / HOUR_MS) * HOUR_MS),
    hide_results: 'off',
    anonymous: false,
    specified_voters_only: false,
    voter_can_add_options: false,
    receipts: false,
    open_link: false,
    shuffle_options: false,
    notify_on_closing_soon: 'nobody',
    min_score: DEFAULT_MIN_SCORE,
    max_score: DEFAULT_MAX_SCORE,
    dots_per_person: DEFAULT_DOTS,
    minimum_stance_choices: null,
    maximum_stance_choices: null,
    agree_target: null,
    can_respond_maybe: true,
    stance_reason_required: 'optional',
    ...NO_RULES,
    ...PLAIN_COUNT,
    ...settings,
  }
}
