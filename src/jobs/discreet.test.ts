import { expect, test } from 'vitest'
import { findLink } from '../../test/links.ts'
import { addressees, openPost, tokenOf } from '../../test/post.ts'
import { makePoll } from '../../test/tell.ts'
import { addMembers, createWorld } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { listMails } from '../mail/outbox-store.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { sealDuePolls, sweepSealedPolls } from '../polls/close-due-polls.ts'
import { closePoll } from '../polls/close-poll.ts'
import { remindVoters } from '../polls/remind-voters.ts'
import { mintLink } from '../users/mint-link.ts'

const world = await createWorld()
const post = await openPost(world)
const [ben = 0, cleo = 0, dai = 0] = await addMembers(world)
await post.deliver()
const { pool } = world.db

const vote = (poll_id: number, user_id: number) =>
  castBallot(world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })

/** An open anonymous poll whose reminder was just recorded. */
async function remindedPoll(): Promise<number> {
  const id = await makePoll(world, {
    settings: { anonymous: true, notify_on_closing_soon: 'undecided_voters' },
  })
  await vote(id, ben)
  await vote(id, cleo)
  await pool.query('update polls set reminder_due_at = now() where id = $1', [id])
  await remindVoters(world.db)
  return id
}

const rowsOf = async (poll_id: number) =>
  (
    await pool.query(
      `select (select count(*)::int from mails where poll_id = $1) as mails,
         (select count(*)::int from personal_links where poll_id = $1) as links,
         (select recipient_ids from events where poll_id = $1 and kind = 'poll_closing_soon') as named`,
      [poll_id],
    )
  ).rows[0]

test('the reminder of an anonymous poll goes to people who have not voted, and leaves no trace of who they are', async () => {
  const id = await remindedPoll()
  // Every voter has a row, so that a row reveals nothing.
  expect(await post.dispatch()).toBe(5)
  const before = post.smtp.received.length
  const unsubscribes = () =>
    pool.query(
      "select user_id from personal_links where purpose = 'unsubscribe' and group_id = $1 order by user_id",
      [world.group.id],
    )
  const earlier = (await unsubscribes()).rows.length
  await post.send()
  const mails = post.smtp.received.slice(before)
  expect(addressees(mails)).toEqual([world.ada.email, 'dai@mill.example', 'esi@mill.example'])
  expect(await rowsOf(id)).toEqual({ mails: 0, links: 3, named: [] })
  // People who had voted keep the same row as those who had not.
  expect((await unsubscribes()).rows.length - earlier).toBe(5)

  const token = mails[0] === undefined ? '' : tokenOf(mails[0])
  expect(await findLink(pool, token)).toMatchObject({
    purpose: 'ballot',
    poll_id: id,
    discreet: true,
  })
  await change(world.db, SYSTEM, (act) => closePoll(act, id))
  await sealDuePolls(world.db)
  expect(await rowsOf(id)).toEqual({ mails: 0, links: 0, named: [] })
  expect(await findLink(pool, token)).toBeNull()
  await post.deliver()
})

test('an unsent reminder is gone after the seal, and not listed before', async () => {
  const id = await remindedPoll()
  await post.dispatch()
  expect((await listMails(pool, { status: 'waiting', per: 50, from: 0 })).length).toBe(5)
  post.smtp.mood = 'later'
  await post.send()
  expect((await rowsOf(id)).mails).toBe(3)
  expect(await listMails(pool, { status: 'waiting', per: 50, from: 0 })).toEqual([])
  expect(post.log.lines).toEqual([])
  await change(world.db, SYSTEM, (act) => closePoll(act, id))
  await sealDuePolls(world.db)
  expect(await rowsOf(id)).toMatchObject({ mails: 0, links: 0 })
  // A mail being sent at that moment may still create its link: it is deleted later.
  await mintLink(pool, {
    purpose: 'ballot',
    user_id: dai,
    group_id: world.group.id,
    discussion_id: null,
    poll_id: id,
    discreet: true,
  })
  await sweepSealedPolls(world.db)
  expect(await rowsOf(id)).toMatchObject({ mails: 0, links: 0 })
  post.smtp.mood = 'take'
  await post.deliver()
})

test('a rejected reminder is deleted, not kept as failed', async () => {
  const id = await remindedPoll()
  post.smtp.mood = 'never'
  await post.dispatch()
  await post.send()
  expect((await rowsOf(id)).mails).toBe(0)
  post.smtp.mood = 'take'
})

test('the closing of an anonymous poll is announced once it is counted', async () => {
  const id = await makePoll(world, { settings: { anonymous: true } })
  await vote(id, ben)
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  expect(await post.deliver()).toEqual([])
  await sealDuePolls(world.db)
  const [mail, ...others] = await post.deliver()
  expect(others).toEqual([])
  expect(mail?.to).toEqual([world.ada.email])
  expect(mail?.email.text).toMatch(/\n1 of 5 voted\.[\s\S]*Agree: 1\b/)
})
