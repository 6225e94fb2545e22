import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSecondVotes, SECRET, type SecondVotes } from '../../../test/second-votes.ts'
import { makeThread } from '../../../test/tell.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import { removeGuest } from '../../members/remove-guest.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'

const LATER = new Date(Date.now() + 7 * 24 * 3_600_000)
const HELD_WORDS = 'An earlier account with your address had a ballot in this poll'

let at: SecondVotes

beforeAll(async () => {
  at = await openSecondVotes()
})

beforeEach(async () => {
  await at.sync()
})

const both = async () => [await at.poll(), await at.poll({ settings: SECRET })] as const
const votes = async (polls: readonly { id: number }[], address: string) => {
  const answers: string[] = []
  for (const { id } of polls) answers.push(await at.vote(id, address))
  return answers
}
const NONE = ['no_ballot', 'no_ballot']
const CAST = ['cast', 'cast']
const close = (id: number) => change(at.db, SYSTEM, (act) => closePoll(act, id))
const reopen = (id: number) => change(at.db, SYSTEM, (act) => reopenPoll(act, id, LATER))

/** A thread of the group, to which guests are invited. */
async function threadOf({ world, people, db, group_id }: SecondVotes) {
  const id = await makeThread(world)
  const reader = { user_id: people.ada, member: true, accepted: true, admin: true }
  const invite = (...emails: string[]) =>
    change(db, { kind: 'person', user_id: people.ada }, (act) =>
      inviteGuests(act, { discussion_id: id, group_id, reader, emails, message: null }),
    )
  return { id, invite }
}

/** Somebody else gets the address at another place of the service, so that an account with it exists. */
const makeAccount = (address: string) =>
  at.query("insert into users (name, email) values ('Tom', $1)", [address])

describe('a person who votes and changes their address', () => {
  test('has one vote, when a program lists the first address again', async () => {
    const polls = await both()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    expect(await votes(polls, first)).toEqual(CAST)
    const before = [await at.tally(polls[0].id), await at.tally(polls[1].id)]
    await at.move(first, second)
    await at.sync(first.toUpperCase())
    await at.move(first.toUpperCase(), first)
    expect(await votes(polls, first)).toEqual(NONE)
    expect([await at.tally(polls[0].id), await at.tally(polls[1].id)]).toEqual(before)
    for (const { path } of polls) expect((await at.page(path, first)).body).toContain(HELD_WORDS)
  })

  test('has one vote round after round, and with either account', async () => {
    const polls = await both()
    const [first, second, third] = [at.newAddress(), at.newAddress(), at.newAddress()]
    await at.add(first)
    await at.move(first, second)
    // They still have a ballot, which they use after the other account is added.
    await at.add(first)
    expect(await votes(polls, first)).toEqual(NONE)
    expect(await votes(polls, second)).toEqual(CAST)
    await at.move(first, third)
    await at.sync(first)
    expect(await votes(polls, first)).toEqual(NONE)
  })

  test('has one vote, when they are invited to the poll', async () => {
    const named = await at.poll()
    const [first, second] = [at.newAddress(), at.newAddress()]
    const invite = (email: string) =>
      change(at.db, SYSTEM, (act) => inviteVoters(act, { poll_id: named.id, emails: [email], user_ids: [] }))
    expect(await invite(first)).toBe(1)
    expect(await at.vote(named.id, first)).toBe('cast')
    await at.move(first, second)
    expect(await invite(first)).toBe(0)
    expect(await at.vote(named.id, first)).toBe('no_ballot')
  })

  test('gets none by a reopening, also with an address of which nobody knows', async () => {
    const named = await at.poll()
    const [first, second, third, fourth] = [1, 2, 3, 4].map(at.newAddress) as [string, string, string, string]
    await at.add(first)
    expect(await at.vote(named.id, first)).toBe('cast')
    await at.move(first, second)
    await at.add(first)
    await at.move(first, third)
    await close(named.id)
    await at.add(first)
    await at.move(first, fourth)
    await reopen(named.id)
    expect(await votes([named, named], third)).toEqual(NONE)
    expect(await at.vote(named.id, fourth)).toBe('no_ballot')
  })

  test('gets no second ballot back with an account that left without a vote', async () => {
    const named = await at.poll()
    const [first, second, third] = [at.newAddress(), at.newAddress(), at.newAddress()]
    await at.add(first)
    await at.move(first, second)
    await at.sync(first)
    expect(await at.vote(named.id, first)).toBe('cast')
    await at.move(first, third)
    await at.move(second, first)
    await at.sync(first)
    expect(await at.vote(named.id, first)).toBe('no_ballot')
  })

  test('gets none with such an account either, after the one that voted is deleted', async () => {
    const named = await at.poll()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    await at.move(first, second)
    await at.sync(first)
    expect(await at.vote(named.id, first)).toBe('cast')
    await at.erase(first)
    await at.move(second, first)
    await at.sync(first)
    expect(await at.vote(named.id, first)).toBe('no_ballot')
  })

  test('leaves their ballot to the account that is listed instead, if they had not voted', async () => {
    const named = await at.poll()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    const before = await at.tally(named.id)
    await at.move(first, second)
    await at.sync(first)
    expect(await at.tally(named.id)).toEqual(before)
    expect(await at.vote(named.id, second)).not.toBe('cast')
    expect(await at.vote(named.id, first)).toBe('cast')
  })

  test('leaves it also when they are removed after the other account was added and refused', async () => {
    const named = await at.poll()
    const [first, second, other] = [at.newAddress(), at.newAddress(), at.newAddress()]
    await at.add(first, other)
    const before = await at.tally(named.id)
    await at.move(first, second)
    await at.add(first)
    expect((await at.page(named.path, first)).body).toContain(HELD_WORDS)
    await at.sync(other, first)
    expect(await at.tally(named.id)).toEqual(before)
    expect((await at.page(named.path, first)).body).not.toContain(HELD_WORDS)
    expect(await at.vote(named.id, first)).toBe('cast')
    // Back in the group, they get it back: the list has both addresses.
    await at.sync(other, first, second)
    expect(await at.vote(named.id, second)).toBe('cast')
  })

  test('leaves it also when they had it as a guest of the thread, and are removed from there', async () => {
    const discussion_id = await makeThread(at.world)
    const reader = { user_id: at.people.ada, member: true, accepted: true, admin: true }
    const asAda = { kind: 'person', user_id: at.people.ada } as const
    const about = { discussion_id, group_id: at.group_id, reader }
    const [first, second] = [at.newAddress(), at.newAddress()]
    await change(at.db, asAda, (act) => inviteGuests(act, { ...about, emails: [first], message: null }))
    const named = await at.poll({ discussion_id })
    const secret = await at.poll({ discussion_id, settings: SECRET })
    const before = await at.tally(named.id)
    await at.move(first, second)
    await at.add(first)
    expect(await votes([named, secret], first)).toEqual(NONE)
    const user_id = await at.idOf(second)
    await change(at.db, asAda, (act) => removeGuest(act, { ...about, user_id }))
    expect(await at.tally(named.id)).toEqual(before)
    expect(await votes([named, secret], first)).toEqual(['cast', 'no_ballot'])
    expect(await at.vote(named.id, second)).not.toBe('cast')
  })

  test('leaves it to nobody who is removed with them, and none of a secret vote', async () => {
    const secret = await at.poll({ settings: SECRET })
    const named = await at.poll()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    await at.move(first, second)
    await at.add(first)
    await at.sync(first)
    expect(await at.vote(secret.id, first)).toBe('no_ballot')
    expect(await at.vote(named.id, first)).toBe('cast')
    const [last, later] = [at.newAddress(), at.newAddress()]
    await at.add(later)
    await at.move(later, last)
    await at.add(later)
    await at.sync()
    expect(await at.vote(named.id, later)).not.toBe('cast')
  })

  test('keeps their own ballot, and others vote as usual', async () => {
    const polls = await both()
    const [first, second, other] = [at.newAddress(), at.newAddress(), at.newAddress()]
    await at.add(first)
    expect(await votes(polls, first)).toEqual(CAST)
    await at.move(first, second)
    await at.sync(first, other)
    await at.sync(first, second, other)
    expect(await at.vote(polls[0].id, second)).toBe('cast')
    expect(await votes(polls, other)).toEqual(CAST)
    // In polls that begin now, all members vote.
    const later = await both()
    for (const address of [first, second, other]) expect(await votes(later, address)).toEqual(CAST)
  })
})

describe('a person who votes, changes their address and deletes the account', () => {
  test('has one vote, even if somebody has the first address by then', async () => {
    const polls = await both()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    expect(await votes(polls, first)).toEqual(CAST)
    await at.move(first, second)
    await makeAccount(first)
    await at.erase(second)
    await at.add(first)
    expect(await votes(polls, first)).toEqual(NONE)
  })

  test('has one vote, even if their addresses have no dot', async () => {
    const polls = await both()
    const [first, second] = ['sam@intranet', 'sam2@intranet']
    await at.add(first)
    expect(await votes(polls, first)).toEqual(CAST)
    await at.move(first, second)
    await at.erase(second)
    await at.add(first)
    expect(await votes(polls, first)).toEqual(NONE)
  })

  test('does not take the ballot of an address that was only their name', async () => {
    const named = await at.poll()
    const own = at.newAddress()
    await at.add(own)
    await at.query("update users set name = 'kim@intranet' where email = $1", [own])
    await at.query("update users set name = 'Kim' where email = $1", [own])
    expect(await at.vote(named.id, own)).toBe('cast')
    await at.add('kim@intranet')
    expect(await at.vote(named.id, 'kim@intranet')).toBe('cast')
    await at.erase(own)
    const later = await at.poll()
    expect(await at.vote(later.id, 'kim@intranet')).toBe('cast')
  })

  test('leaves their ballot to the member who was refused one, if they had it as a guest and had not voted', async () => {
    const thread = await threadOf(at)
    const [first, second, third, fourth] = [1, 2, 3, 4].map(at.newAddress) as [string, string, string, string]
    await thread.invite(first, third)
    const named = await at.poll({ discussion_id: thread.id })
    const secret = await at.poll({ discussion_id: thread.id, settings: SECRET })
    await at.move(first, second)
    await at.move(third, fourth)
    await at.add(first, third)
    expect(await votes([named, secret], first)).toEqual(NONE)
    expect(await at.vote(named.id, fourth)).toBe('cast')
    const before = await at.tally(named.id)
    await at.erase(second)
    await at.erase(fourth)
    expect(await at.tally(named.id)).toEqual(before)
    expect(await votes([named, secret], first)).toEqual(['cast', 'no_ballot'])
    expect(await votes([named, secret], third)).toEqual(NONE)
  })

  test('leaves it also if they were invited by name to the poll', async () => {
    const named = await at.poll()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await change(at.db, SYSTEM, (act) =>
      inviteVoters(act, { poll_id: named.id, emails: [first], user_ids: [] }),
    )
    await at.move(first, second)
    await at.add(first)
    expect(await at.vote(named.id, first)).toBe('no_ballot')
    const before = await at.tally(named.id)
    await at.erase(second)
    expect(await at.tally(named.id)).toEqual(before)
    expect(await at.vote(named.id, first)).toBe('cast')
  })

  test.each([
    ['they are removed', () => at.sync()],
    ['they delete the account', (address: string) => at.erase(address)],
  ])('leaves it to a guest of the thread who was refused one, when %s', async (_, leave) => {
    const thread = await threadOf(at)
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    const named = await at.poll({ discussion_id: thread.id })
    const elsewhere = await at.poll()
    await at.move(first, second)
    await thread.invite(first)
    expect(await votes([named, elsewhere], first)).toEqual(NONE)
    const before = await at.tally(named.id)
    await leave(second)
    expect(await at.tally(named.id)).toEqual(before)
    expect(await votes([named, elsewhere], first)).toEqual(['cast', 'no_ballot'])
  })

  test('is tied to nobody by what refused the others', async () => {
    const named = await at.poll()
    const [first, second, third] = [at.newAddress(), at.newAddress(), at.newAddress()]
    await at.add(first)
    expect(await at.vote(named.id, first)).toBe('cast')
    await at.move(first, second)
    const holder_id = await at.idOf(second)
    await at.add(first)
    await at.move(first, third)
    await at.erase(second)
    expect(await at.query('select 1 from refused_ballots where holder_id = $1', [holder_id])).toEqual([])
    // Whoever was refused before still is, with whatever address and however often others came.
    await at.add(first)
    await close(named.id)
    await reopen(named.id)
    expect([await at.vote(named.id, first), await at.vote(named.id, third)]).toEqual(NONE)
  })
})

test('of those who come one after another with an address of a deleted account, a reopening lets none vote', async () => {
  const named = await at.poll()
  const [address, other] = [at.newAddress(), at.newAddress()]
  await at.voteAndLeave(address, named.id)
  await at.add(address)
  await at.move(address, other)
  await at.add(address)
  await close(named.id)
  await reopen(named.id)
  expect([await at.vote(named.id, address), await at.vote(named.id, other)]).toEqual(NONE)
})
