import { describe, expect, test } from 'vitest'
import { addressees, openPost, tokenOf } from '../../test/post.ts'
import { makePoll, makeThread, type PollWish } from '../../test/tell.ts'
import { addMembers, CAST, createWorld } from '../../test/world.ts'
import { change, openDb, SYSTEM } from '../db/db.ts'
import { muteGroup } from '../notifications/mute-group.ts'
import { unmuteGroup } from '../notifications/unmute-group.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { reopenPoll } from '../polls/open-poll.ts'
import { publishOutcome } from '../polls/outcomes/publish-outcome.ts'
import { remindReviewers } from '../polls/outcomes/remind-reviewers.ts'
import { sealPoll } from '../polls/urn/seal-poll.ts'

const world = await createWorld()
const post = await openPost(world)
const [ben = 0, cleo = 0] = await addMembers(world)
const { pool } = world.db
await pool.query('update memberships set accepted_at = now()')
const ADA = world.ada.email
const ada = { kind: 'person' as const, user_id: world.ada.id }
const byBen = { kind: 'person' as const, user_id: ben }
const TEXT = { statement: 'We *do* it.', poll_option_id: null, review_on: null }

/** A closed poll in which Ben agreed, without its earlier notifications. */
async function closed(wish: PollWish = {}): Promise<number> {
  const poll_id = await makePoll(world, wish)
  await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
  await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
  await post.deliver()
  return poll_id
}

const publish = (poll_id: number, text: Partial<typeof TEXT> | { review_on: string } = {}, actor = byBen) =>
  change(world.db, actor, (act) => publishOutcome(act, { ...TEXT, ...text, poll_id }))

describe('an outcome is sent', () => {
  test('once to everyone who could vote and to the author, not to its publisher', async () => {
    const poll_id = await closed()
    await publish(poll_id)
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual([ADA, ...CAST.slice(1)].sort())
    const [mail] = mails
    expect(mail?.email.subject).toBe('Outcome: A second bike shed')
    expect(mail?.email.text).toContain('We do it.')
    expect(mail?.email.html).toContain('We <em>do</em> it.')
    for (const body of [mail?.email.text, mail?.email.html])
      expect(body).toContain('Agree 1, Abstain 0, Disagree 0. 1 of 5 voted.')
    expect(await post.deliver()).toEqual([])
  })

  test('with the option and the day of review, the same day for everyone', async () => {
    const poll_id = await makePoll(world, { settings: { poll_type: 'poll' }, options: ['Oak', 'Ash'] })
    await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
    await post.deliver()
    const { rows } = await pool.query("select id from poll_options where poll_id = $1 and name = 'Ash'", [
      poll_id,
    ])
    await publish(poll_id, { poll_option_id: rows[0].id, review_on: '2098-03-01' } as object)
    const [mail] = await post.deliver()
    expect(mail?.email.text).toContain('Decision: Ash')
    expect(mail?.email.text).toContain('Review date: Saturday 1 March 2098')
    await pool.query('update outcomes set review_due_at = null')
  })

  test('not again when it is edited, or sent twice; again after a new vote', async () => {
    const poll_id = await closed()
    const ids = [await publish(poll_id), await publish(poll_id)]
    expect(ids[0]).toBe(ids[1])
    await post.deliver()
    await publish(poll_id, { statement: 'We do it in May.' })
    expect(await post.deliver()).toEqual([])
    await change(world.db, ada, (act) => reopenPoll(act, poll_id, new Date(Date.now() + 60_000)))
    await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
    await post.deliver()
    await publish(poll_id)
    expect(await post.deliver()).toHaveLength(4)
  })

  test('with its text at the time of sending, to people who did not get it yet', async () => {
    const poll_id = await closed()
    await publish(poll_id)
    await post.dispatch()
    await publish(poll_id, { statement: 'We do it in May.' })
    await post.dispatch()
    await publish(poll_id, { statement: 'We do it in June.' })
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual([ADA, ...CAST.slice(1)].sort())
    for (const { email } of mails) {
      expect(email.subject).toBe('Outcome: A second bike shed')
      expect(email.text).toContain('We do it in June.')
    }
    await publish(poll_id, { statement: 'We do it in July.' })
    expect(await post.deliver()).toEqual([])
  })

  test('as it is after a new vote, when the mails of an earlier one still wait', async () => {
    const poll_id = await closed()
    await publish(poll_id, { statement: 'Never.' })
    await post.dispatch()
    await change(world.db, ada, (act) => reopenPoll(act, poll_id, new Date(Date.now() + 60_000)))
    await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
    await publish(poll_id, { statement: 'After all.' })
    const told = (await post.deliver()).filter(({ email }) => email.subject?.startsWith('Outcome'))
    expect(told).toHaveLength(4)
    for (const { email } of told) expect(email.text).toContain('After all.')
  })

  test('in a thread also to the members of the group; to guests with their own link; not to others', async () => {
    const discussion_id = await makeThread(world, { emails: ['guest@far.example', 'other@far.example'] })
    const poll_id = await closed({
      discussion_id,
      settings: { specified_voters_only: true },
      recipients: { emails: ['guest@far.example'], user_ids: [ben] },
    })
    await publish(poll_id)
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual([ADA, ...CAST.slice(1), 'guest@far.example'].sort())
    const guest = mails.find((mail) => mail.to[0] === 'guest@far.example')
    const { rows } = await pool.query(
      `select l.purpose, l.poll_id, u.email from personal_links l join users u on u.id = l.user_id
       where l.hash = sha256(convert_to($1, 'UTF8'))`,
      [guest === undefined ? '' : tokenOf(guest)],
    )
    expect(rows).toEqual([{ purpose: 'ballot', poll_id, email: 'guest@far.example' }])
  })

  test('to nobody who left, or muted the mails, also while it waits', async () => {
    const poll_id = await closed()
    await change(world.db, ada, (act) => muteGroup(act, { user_id: cleo, group_id: world.group.id }))
    const left =
      'update memberships set revoked_at = $1 where user_id = (select id from users where email = $2)'
    await pool.query(left, [new Date(), 'dai@mill.example'])
    await publish(poll_id)
    await post.dispatch()
    await pool.query(left, [new Date(), 'esi@mill.example'])
    expect(addressees(await post.deliver())).toEqual([ADA])
    await pool.query('update memberships set revoked_at = null')
    await change(world.db, ada, (act) => unmuteGroup(act, { user_id: cleo, group_id: world.group.id }))
  })

  test('without a result where the ballots are not counted yet', async () => {
    const poll_id = await closed({ settings: { anonymous: true, stance_reason_required: 'disabled' } })
    await publish(poll_id)
    const [before] = await post.deliver()
    expect(before?.email.text).toContain('We do it.')
    expect(before?.email.text).not.toMatch(/Agree|Result|voted/)
    await sealPoll(world.db, poll_id)
    await post.deliver()
  })

  test('to nobody once voting was reopened, of which its author hears', async () => {
    const poll_id = await closed()
    await publish(poll_id)
    await change(world.db, ada, (act) => reopenPoll(act, poll_id, new Date(Date.now() + 60_000)))
    const told = (await post.deliver()).map(({ to, email }) => [to, email.subject])
    expect(told).toEqual([[['ben@mill.example'], 'Reopened: A second bike shed']])
  })
})

describe('the day of review', () => {
  const comes = (poll_id: number) =>
    pool.query('update outcomes set review_due_at = now() where poll_id = $1 and review_due_at is not null', [
      poll_id,
    ])

  test('reminds the author of the outcome once, even with several processes', async () => {
    const poll_id = await closed()
    await publish(poll_id, { review_on: '2098-03-01' })
    await post.deliver()
    await remindReviewers(world.db)
    expect(await post.deliver()).toEqual([])
    await comes(poll_id)
    const other = openDb(world.address, 2)
    await Promise.all([remindReviewers(world.db), remindReviewers(other), remindReviewers(world.db)])
    await other.close()
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual(['ben@mill.example'])
    expect(mails[0]?.email.subject).toBe('Time for review: A second bike shed')
    expect(mails[0]?.email.text).toContain('We do it.')
    await remindReviewers(world.db)
    expect(await post.deliver()).toEqual([])
  })

  test('is not announced for an outcome that was changed in the meantime', async () => {
    const poll_id = await closed()
    await publish(poll_id, { review_on: '2098-03-01' })
    await post.deliver()
    await comes(poll_id)
    await remindReviewers(world.db)
    await post.dispatch()
    await publish(poll_id, { statement: 'Something else' })
    expect(await post.deliver()).toEqual([])
  })

  test('goes to the admins when the author has left', async () => {
    const poll_id = await closed()
    await publish(poll_id, { review_on: '2098-03-01' })
    await post.deliver()
    await comes(poll_id)
    await pool.query('update memberships set revoked_at = now() where user_id = $1', [ben])
    await remindReviewers(world.db)
    expect(addressees(await post.deliver())).toEqual([ADA])
    await pool.query('update memberships set revoked_at = null')
  })

  test('of a replaced outcome is cancelled', async () => {
    const poll_id = await closed()
    await publish(poll_id, { review_on: '2098-03-01' })
    await publish(poll_id, { statement: 'Something else' })
    await post.deliver()
    await comes(poll_id)
    await remindReviewers(world.db)
    expect(await post.deliver()).toEqual([])
  })

  test('starts in the morning of the author’s own zone', async () => {
    const poll_id = await closed()
    await pool.query("update users set time_zone = 'Pacific/Auckland' where id = $1", [ben])
    const id = await publish(poll_id, { review_on: '2098-03-01' })
    const { rows } = await pool.query('select review_due_at, review_on from outcomes where id = $1', [id])
    expect(rows).toEqual([{ review_due_at: new Date('2098-02-28T19:00:00Z'), review_on: '2098-03-01' }])
  })
})
