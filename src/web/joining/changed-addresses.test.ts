import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CAST, NONE, openSecondVotes, SECRET, type SecondVotes } from '../../../test/second-votes.ts'
import { makeThread } from '../../../test/tell.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import { removeGuest } from '../../members/remove-guest.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'

const HELD_WORDS = 'An earlier account with your address had a ballot in this poll'

let at: SecondVotes

beforeAll(async () => {
  at = await openSecondVotes()
})

beforeEach(async () => {
  await at.sync()
})

describe('a person who votes and changes their address', () => {
  test('has one vote, when a program lists the first address again', async () => {
    const polls = await at.both()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    expect(await at.votes(polls, first)).toEqual(CAST)
    const before = [await at.tally(polls[0].id), await at.tally(polls[1].id)]
    await at.move(first, second)
    await at.sync(first.toUpperCase())
    await at.move(first.toUpperCase(), first)
    expect(await at.votes(polls, first)).toEqual(NONE)
    expect([await at.tally(polls[0].id), await at.tally(polls[1].id)]).toEqual(before)
    for (const { path } of polls) expect((await at.page(path, first)).body).toContain(HELD_WORDS)
  })

  test('has one vote round after round, and with either account', async () => {
    const polls = await at.both()
    const [first, second, third] = [at.newAddress(), at.newAddress(), at.newAddress()]
    await at.add(first)
    await at.move(first, second)
    // They still have a ballot, which they use after the other account is added.
    await at.add(first)
    expect(await at.votes(polls, first)).toEqual(NONE)
    expect(await at.votes(polls, second)).toEqual(CAST)
    await at.move(first, third)
    await at.sync(first)
    expect(await at.votes(polls, first)).toEqual(NONE)
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
    await at.close(named.id)
    await at.add(first)
    await at.move(first, fourth)
    await at.reopen(named.id)
    expect(await at.votes([named, named], third)).toEqual(NONE)
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
    expect(await at.votes([named, secret], first)).toEqual(NONE)
    const user_id = await at.idOf(second)
    await change(at.db, asAda, (act) => removeGuest(act, { ...about, user_id }))
    expect(await at.tally(named.id)).toEqual(before)
    expect(await at.votes([named, secret], first)).toEqual(['cast', 'no_ballot'])
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
    const polls = await at.both()
    const [first, second, other] = [at.newAddress(), at.newAddress(), at.newAddress()]
    await at.add(first)
    expect(await at.votes(polls, first)).toEqual(CAST)
    await at.move(first, second)
    await at.sync(first, other)
    await at.sync(first, second, other)
    expect(await at.vote(polls[0].id, second)).toBe('cast')
    expect(await at.votes(polls, other)).toEqual(CAST)
    // In polls that begin now, all members vote.
    const later = await at.both()
    for (const address of [first, second, other]) expect(await at.votes(later, address)).toEqual(CAST)
  })
})
