import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressees, openPost, type Post } from '../../test/post.ts'
import { HOUR_MS, makePoll, makeThread, type PollWish, rewordPoll } from '../../test/tell.ts'
import { addMembers, CAST, createWorld, type World } from '../../test/world.ts'
import { change, SYSTEM } from '../db/db.ts'
import { Conflict } from '../errors.ts'
import { loadReopeningReach, loadWithdrawalReach } from '../notifications/load-withdrawal-reach.ts'
import { muteGroup } from '../notifications/mute-group.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { reopenPoll } from '../polls/open-poll.ts'
import { publishOutcome } from '../polls/outcomes/publish-outcome.ts'
import { takeBackOutcome } from '../polls/outcomes/withdraw-outcome.ts'
import { remindUndecided } from '../polls/remind-undecided.ts'

/** People who were mailed an outcome are mailed when a reopening withdraws it. */

let world: World
let post: Post
let people: number[]

beforeAll(async () => {
  world = await createWorld()
  post = await openPost(world)
  people = await addMembers(world)
})
beforeEach(() => post.deliver())

const EVERYBODY = () => [world.ada.email, ...CAST].sort()
const LATER = new Date('2098-06-01T12:00:00Z')
const by = (user_id: number) => ({ kind: 'person' as const, user_id })

async function decided(wish: PollWish = {}) {
  const poll_id = await makePoll(world, wish)
  await castBallot(world.db, { poll_id, user_id: people[0] ?? 0, choices: { agree: 1 }, reason: null })
  await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
  await post.deliver()
  await publish(poll_id, 'We **build** it.')
  return poll_id
}

const publish = (poll_id: number, statement: string, actor: Parameters<typeof change>[1] = SYSTEM) =>
  change(world.db, actor, (act) =>
    publishOutcome(act, { poll_id, statement, poll_option_id: null, review_on: null }),
  )
const close = (poll_id: number) => change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
const reopen = (poll_id: number, actor: Parameters<typeof change>[1] = SYSTEM, until = LATER) =>
  change(world.db, actor, (act) => reopenPoll(act, poll_id, until))

describe('when a poll is reopened', () => {
  test('everyone who was mailed its outcome reads that it no longer holds, and until when they can vote', async () => {
    const poll_id = await decided()
    expect(addressees(await post.deliver())).toEqual(EVERYBODY())
    await reopen(poll_id)
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual(EVERYBODY())
    const [mail] = mails
    expect(mail?.email.subject).toBe('Reopened: A second bike shed')
    for (const body of [mail?.email.text, mail?.email.html]) {
      expect(body).toMatch(/The outcome published on \w+day,? \d.* is no longer in force\./)
      expect(body).toContain('Voting is open again until Sunday 1 June 2098')
      expect(body).toContain('room for eleven more bikes')
      expect(body).toMatch(/\/p\/\w{8}\?k=/)
      expect(body).toContain('/unsubscribe?k=')
      expect(body).not.toMatch(/build|Agree/)
    }
    expect(await post.deliver()).toEqual([])
  })

  test('the person who did it gets none, nor do people who stopped the mails of the group', async () => {
    const poll_id = await decided()
    await post.deliver()
    const group_id = world.group.id
    await change(world.db, by(people[2] ?? 0), (act) => muteGroup(act, { user_id: people[2] ?? 0, group_id }))
    await reopen(poll_id, by(world.ada.id))
    expect(addressees(await post.deliver())).toEqual(CAST.filter((one) => one !== CAST[2]).sort())
    await world.db.pool.query('delete from mutes')
  })

  test('nobody gets one if no outcome was published, or its mails were not sent', async () => {
    const silent = await makePoll(world)
    await close(silent)
    const waiting = await decided()
    await post.deliver()
    await reopen(waiting)
    await post.deliver()
    await close(waiting)
    await post.deliver()
    const unsent = await decided()
    await post.dispatch()
    for (const poll_id of [silent, waiting, unsent]) await reopen(poll_id)
    const mails = await post.deliver()
    expect(mails.map(({ email }) => email.subject).filter((one) => one?.startsWith('Reopened'))).toEqual([])
  })

  test('a mail that waits until the poll is decided again is not sent', async () => {
    const poll_id = await decided()
    await post.deliver()
    await reopen(poll_id)
    await post.dispatch()
    await close(poll_id)
    await publish(poll_id, 'We build two.')
    const subjects = (await post.deliver()).map(({ email }) => email.subject)
    expect(subjects.some((one) => one?.startsWith('Outcome'))).toBe(true)
    expect(subjects.filter((one) => one?.startsWith('Reopened'))).toEqual([])
  })

  test('a mail that waits while the poll is closed again says so', async () => {
    const poll_id = await decided()
    await post.deliver()
    await reopen(poll_id)
    await post.dispatch()
    await close(poll_id)
    const told = (await post.deliver()).filter(({ email }) => email.subject?.startsWith('Reopened'))
    expect(addressees(told)).toEqual(EVERYBODY())
    for (const { email } of told) {
      expect(email.text).toContain('Voting was reopened and has closed again.')
      expect(email.text).not.toContain('open again until')
    }
  })
})

describe('when an outcome is withdrawn on its own', () => {
  const withdraw = (poll_id: number, actor: Parameters<typeof change>[1] = SYSTEM) =>
    change(world.db, actor, (act) => takeBackOutcome(act, poll_id))

  test('everyone else who was mailed it reads who did it, and that the poll stays closed: as many as its form says', async () => {
    await world.db.pool.query("update users set name = 'Ada' where id = $1", [world.ada.id])
    const poll_id = await decided()
    await post.deliver()
    const reach = await loadWithdrawalReach(world.db.pool, { poll_id, actor_id: world.ada.id })
    await withdraw(poll_id, by(world.ada.id))
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual([...CAST].sort())
    expect(reach).toBe(CAST.length)
    const [mail] = mails
    expect(mail?.email.subject).toBe('Outcome withdrawn: A second bike shed')
    for (const body of [mail?.email.text, mail?.email.html]) {
      expect(body).toContain('Ada withdrew the outcome.')
      expect(body).toMatch(/The outcome published on \w+day,? \d.* is no longer in force\./)
      expect(body).toContain('Voting stays closed')
      expect(body).not.toMatch(/build|Agree|reopened|open again/)
    }
  })

  test('a second time it changes nothing, and the next outcome is mailed again', async () => {
    const poll_id = await decided()
    await post.deliver()
    await withdraw(poll_id)
    await post.deliver()
    expect(await withdraw(poll_id)).toBe(false)
    expect(await post.deliver()).toEqual([])
    await publish(poll_id, 'We build two.')
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual(EVERYBODY())
    expect(mails[0]?.email.text).toMatch(/replaces/)
    await reopen(poll_id)
    expect(addressees(await post.deliver())).toEqual(EVERYBODY())
  })

  test('its mails and its review that still wait are not sent', async () => {
    const waiting = await decided()
    await withdraw(waiting)
    expect(await post.deliver()).toEqual([])
    const written = await decided()
    await post.dispatch()
    await withdraw(written)
    expect(await post.deliver()).toEqual([])
  })

  test.each([
    ['withdraws it alone', loadWithdrawalReach, withdraw],
    ['reopens the poll', async (...ask) => (await loadReopeningReach(...ask)).informed, reopen],
  ] satisfies [string, typeof loadWithdrawalReach, (id: number, actor: ReturnType<typeof by>) => unknown][])(
    'the person who published it is told when another %s, and counted by the form',
    async (_, load, undo) => {
      const ben = people[0] ?? 0
      const [told, undone] = [[world.ada.email, ...CAST.slice(1)].sort(), by(ben)]
      for (const actor_id of [ben, world.ada.id]) {
        const poll_id = await makePoll(world)
        await close(poll_id)
        await post.deliver()
        await publish(poll_id, 'We build it.', by(world.ada.id))
        await post.deliver()
        const reach = await load(world.db.pool, { poll_id, actor_id })
        await undo(poll_id, actor_id === ben ? undone : by(actor_id))
        const mails = await post.deliver()
        expect(addressees(mails)).toEqual(actor_id === ben ? told : [...CAST].sort())
        expect(reach).toBe(mails.length)
      }
    },
  )

  test('only of a closed poll', async () => {
    const poll_id = await makePoll(world)
    await expect(withdraw(poll_id)).rejects.toThrow(Conflict)
  })
})

describe('a reminder', () => {
  const remind = async (poll_id: number) => {
    await world.db.pool.query('update polls set reminded_at = null where id = $1', [poll_id])
    await change(world.db, SYSTEM, (act) => remindUndecided(act, poll_id))
    return (await post.deliver())[0]?.email.text ?? ''
  }

  test('of a reopened poll says that its outcome no longer holds, and what is asked', async () => {
    const poll_id = await decided()
    await post.deliver()
    await reopen(poll_id)
    await post.deliver()
    const text = await remind(poll_id)
    expect(text).toMatch(/Voting was reopened on .*, and the outcome published on .* is no longer in force\./)
    expect(text).toContain('room for eleven more bikes')
  })

  test('says that the question was edited, once', async () => {
    const poll_id = await makePoll(world, { settings: { closing_at: new Date(Date.now() + 90 * HOUR_MS) } })
    await post.deliver()
    expect(await remind(poll_id)).not.toContain('edited')
    await rewordPoll(world, poll_id, { user_id: world.ada.id, details: 'For **twelve** bikes.' })
    const text = await remind(poll_id)
    expect(text).toMatch(/The question was edited on \w+day/)
    expect(text).toContain('twelve')
    expect(await remind(poll_id)).not.toContain('edited')
  })
})

describe('the mail to a person who knows the outcome', () => {
  test('says who reopened voting and whether they voted, and asks those who did not for their vote', async () => {
    await world.db.pool.query("update users set name = 'Ada' where id = $1", [world.ada.id])
    const poll_id = await decided()
    await post.deliver()
    await reopen(poll_id, by(world.ada.id))
    const mails = await post.deliver()
    expect(addressees(mails)).toEqual([...CAST].sort())
    for (const { to, email } of mails) {
      const voted = to[0] === CAST[0]
      expect(email.text).toContain('Ada reopened voting.')
      expect(email.text?.includes('Your vote still counts')).toBe(voted)
      expect(email.text?.includes('You have not voted yet.')).toBe(!voted)
      expect(email.text?.includes('Vote now')).toBe(!voted)
    }
  })

  test('of the next outcome says which one it replaces', async () => {
    const poll_id = await decided()
    const first = await post.deliver()
    for (const { email } of first) expect(email.text).not.toContain('replaces')
    await reopen(poll_id)
    await post.deliver()
    await close(poll_id)
    await publish(poll_id, 'We build two.')
    const outcomes = (await post.deliver()).filter(({ email }) => email.subject?.startsWith('Outcome'))
    expect(outcomes.length).toBeGreaterThan(0)
    for (const { email } of outcomes)
      expect(email.text).toMatch(/This outcome replaces the one published on \w+day,? \d/)
  })
})

test('people who joined while the poll was closed get a ballot and a mail that asks for their vote, nobody else', async () => {
  const poll_id = await makePoll(world, { recipients: { audience: 'group' } })
  await close(poll_id)
  await post.deliver()
  const [late] = await addMembers(world, ['late@mill.example'])
  await post.deliver()
  await reopen(poll_id, by(world.ada.id))
  const mails = await post.deliver()
  expect(addressees(mails)).toEqual(['late@mill.example'])
  expect(mails[0]?.email.subject).toBe('Please vote: A second bike shed')
  expect(mails[0]?.email.text).toContain('Vote now')
  const ballots = await world.db.pool.query(
    'select 1 from electorate where poll_id = $1 and user_id = $2 and withdrawn_at is null',
    [poll_id, late],
  )
  expect(ballots.rowCount).toBe(1)
})

test('those of them who were mailed the outcome get one mail: it is withdrawn, and they can vote', async () => {
  const discussion_id = await makeThread(world)
  const poll_id = await makePoll(world, { discussion_id, recipients: { audience: 'group' } })
  await close(poll_id)
  await post.deliver()
  await addMembers(world, ['newer@mill.example'])
  await post.deliver()
  await publish(poll_id, 'We build it.')
  expect(addressees(await post.deliver())).toContain('newer@mill.example')
  const asked = { poll_id, actor_id: world.ada.id }
  expect(await loadReopeningReach(world.db.pool, asked)).toMatchObject({ comers: 1, invited: 0 })
  await reopen(poll_id, by(world.ada.id))
  const mails = (await post.deliver()).filter(({ to }) => to.includes('newer@mill.example'))
  expect(mails.map(({ email }) => email.subject)).toEqual(['Reopened: A second bike shed'])
  expect(mails[0]?.email.text).toContain('Vote now')
})
