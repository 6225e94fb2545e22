import { change } from '../src/db/db.ts'
import { addComment } from '../src/discussions/comments/add-comment.ts'
import { startDiscussion } from '../src/discussions/start-discussion.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { publishOutcome } from '../src/polls/outcomes/publish-outcome.ts'
import { makePoll, makeThread } from './tell.ts'
import { keyOf } from './web.ts'
import type { World } from './world.ts'

/** Their ids and keys. */
export type Things = { thread: string; closed: number; open: number; keys: Record<'closed' | 'open', string> }

/** A public thread, a closed poll with reasons and an outcome, and an open poll, all by this person. */
export async function makeThings(world: World, user_id: number): Promise<Things> {
  const { db, group, ada } = world
  const by = { kind: 'person' as const, user_id }
  const nobody = { audience: null, user_ids: [], emails: [], message: null }
  const discussion_id = await change(db, by, (act) =>
    startDiscussion(act, {
      ...{ group_id: group.id, title: 'Bikes', description: 'Too many.', description_format: 'md' },
      ...{ private: false, recipients: { ...nobody, audience: 'group' }, problems: [] },
    }),
  )
  const reply = { discussion_id: await makeThread(world), parent_id: null, mentioned_ids: [ada.id] }
  await change(db, by, (act) => addComment(act, { ...reply, body: 'Yes.' }))
  const wish = { actor: by, discussion_id, recipients: { audience: 'group' as const } }
  const [closed, open] = [await makePoll(world, wish), await makePoll(world, wish)]
  for (const poll_id of [closed, open]) {
    const reason = { text: 'Because.', format: 'md' as const }
    await castBallot(db, { poll_id, user_id, choices: { agree: 1 }, reason })
  }
  await change(db, by, (act) => closePoll(act, closed))
  const outcome = { statement: 'So be it.', poll_option_id: null, review_on: null }
  await change(db, by, (act) => publishOutcome(act, { poll_id: closed, ...outcome }))
  const keys = { closed: await keyOf(world, 'polls', closed), open: await keyOf(world, 'polls', open) }
  return { thread: await keyOf(world, 'discussions', discussion_id), closed, open, keys }
}
