import { change, type Db, SYSTEM } from '../../src/db/db.ts'
import { createGroup } from '../../src/groups/create-group.ts'
import type { Group } from '../../src/groups/group.ts'
import type { Choices, Scores } from '../../src/polls/ballots/ballot.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll, settlePoll } from '../../src/polls/close-poll.ts'
import { openBoxes } from '../../src/polls/urn/open-boxes.ts'
import { sealPoll } from '../../src/polls/urn/seal-poll.ts'
import type { World } from '../world.ts'

/** Actions of people and jobs between two requests. */

export async function rows<T>(db: Db, text: string, values: unknown[] = []): Promise<T[]> {
  return (await db.pool.query(text, values)).rows as T[]
}

/** Casts this person's vote: a number for each named option. */
export async function vote(world: Pick<World, 'db'>, poll_id: number, user_id: number, choices: Choices) {
  return castBallot(world.db, { poll_id, user_id, choices, reason: null })
}

/** Closes the poll by hand, and seals it if it is anonymous. */
export async function close(world: World, poll_id: number): Promise<void> {
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => closePoll(act, poll_id))
  await sealPoll(world.db, poll_id)
}

/** The ballots in the boxes of an open anonymous poll, decrypted with its key, in no order. */
export async function openedUrn(db: Db, poll_id: number): Promise<Scores[]> {
  const [poll] = await rows<{ urn_key: string }>(db, 'select urn_key from polls where id = $1', [poll_id])
  const boxes = await rows<{ box: Buffer }>(db, 'select box from urn_boxes where poll_id = $1', [poll_id])
  const key = await db.urn_keys.find(db.pool, poll!.urn_key)
  const opened = await openBoxes(
    key!,
    boxes.map(({ box }) => box),
  )
  return opened.map(({ scores }) => scores)
}

/** Moves the poll's closing time into the past, without closing it. Returns that time. */
export async function reachClosing(world: Pick<World, 'db'>, poll_id: number): Promise<string> {
  const [row] = await rows<{ closing_at: Date }>(
    world.db,
    `update polls set opened_at = now() - interval '2 hours',
       closing_at = date_trunc('milliseconds', now() - interval '1 second') where id = $1 returning closing_at`,
    [poll_id],
  )
  return row!.closing_at.toISOString()
}

/** Closes a poll whose time has come; true for the caller that did it. */
export function settle(db: Db, poll_id: number): Promise<boolean> {
  return change(db, SYSTEM, (act) => settlePoll(act, poll_id))
}

/** The people with a ballot in this poll, without withdrawn ballots, by user id. */
export async function holders(db: Db, poll_id: number): Promise<number[]> {
  const found = await rows<{ user_id: number }>(
    db,
    'select user_id from electorate where poll_id = $1 and withdrawn_at is null order by user_id',
    [poll_id],
  )
  return found.map((row) => row.user_id)
}

/** The recipients of the mails about a new poll or thread, by user id. */
export async function told(
  db: Db,
  subject: { poll_id: number } | { discussion_id: number },
): Promise<number[]> {
  const [kind, column, id] =
    'poll_id' in subject
      ? ['poll_created', 'poll_id', subject.poll_id]
      : ['new_discussion', 'discussion_id', subject.discussion_id]
  const found = await rows<{ recipient_ids: number[] }>(
    db,
    `select recipient_ids from events where kind = $1 and ${column} = $2`,
    [kind, id],
  )
  return found[0]!.recipient_ids
}

/** The user with an address, ignoring case. */
export async function userId(db: Db, email: string): Promise<number> {
  const [user] = await rows<{ id: number }>(db, 'select id from users where lower(email) = lower($1)', [
    email,
  ])
  return user!.id
}

/** Another group in the same world, with an admin of its own. */
export async function makeGroup(
  world: World,
  handle: string,
  parent_handle: string | null = null,
): Promise<Group> {
  const made = await change(world.db, SYSTEM, (act) =>
    createGroup(act, {
      name: `Group ${handle}`,
      handle,
      admin_email: `admin@${handle}.example`,
      parent_handle,
    }),
  )
  return made.group
}

/** Lets an open poll close this long from now, however long it took to make. Returns the closing time. */
export async function closeIn({ db }: Pick<World, 'db'>, poll_id: number, ms: number): Promise<Date> {
  const closing_at = new Date(Date.now() + ms)
  await db.pool.query('update polls set closing_at = $2 where id = $1', [poll_id, closing_at])
  return closing_at
}
