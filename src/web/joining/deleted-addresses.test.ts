import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CAST, NONE, openSecondVotes, SECRET, type SecondVotes } from '../../../test/second-votes.ts'
import { makeThread } from '../../../test/tell.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'

let at: SecondVotes

beforeAll(async () => {
  at = await openSecondVotes()
})

beforeEach(async () => {
  await at.sync()
})

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

describe('a person who votes, changes their address and deletes the account', () => {
  test('has one vote, even if somebody has the first address by then', async () => {
    const polls = await at.both()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    expect(await at.votes(polls, first)).toEqual(CAST)
    await at.move(first, second)
    await makeAccount(first)
    await at.erase(second)
    await at.add(first)
    expect(await at.votes(polls, first)).toEqual(NONE)
  })

  test('has one vote, even if their addresses have no dot', async () => {
    const polls = await at.both()
    const [first, second] = ['sam@intranet', 'sam2@intranet']
    await at.add(first)
    expect(await at.votes(polls, first)).toEqual(CAST)
    await at.move(first, second)
    await at.erase(second)
    await at.add(first)
    expect(await at.votes(polls, first)).toEqual(NONE)
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
    expect(await at.votes([named, secret], first)).toEqual(NONE)
    expect(await at.vote(named.id, fourth)).toBe('cast')
    const before = await at.tally(named.id)
    await at.erase(second)
    await at.erase(fourth)
    expect(await at.tally(named.id)).toEqual(before)
    expect(await at.votes([named, secret], first)).toEqual(['cast', 'no_ballot'])
    expect(await at.votes([named, secret], third)).toEqual(NONE)
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
    expect(await at.votes([named, elsewhere], first)).toEqual(NONE)
    const before = await at.tally(named.id)
    await leave(second)
    expect(await at.tally(named.id)).toEqual(before)
    expect(await at.votes([named, elsewhere], first)).toEqual(['cast', 'no_ballot'])
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
    await at.close(named.id)
    await at.reopen(named.id)
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
  await at.close(named.id)
  await at.reopen(named.id)
  expect([await at.vote(named.id, address), await at.vote(named.id, other)]).toEqual(NONE)
})
