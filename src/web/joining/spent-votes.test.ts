import { beforeAll, describe, expect, test } from 'vitest'
import { openSecondVotes, SECRET, type SecondVotes } from '../../../test/second-votes.ts'
import { makeThread } from '../../../test/tell.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { discardPoll } from '../../polls/discard-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

const LATER = new Date(Date.now() + 7 * 24 * 3_600_000)
const NAMED_WORDS = 'This address has already voted in this poll'
const SECRET_WORDS = 'An earlier account with your address had a ballot in this poll'

let at: SecondVotes

beforeAll(async () => {
  at = await openSecondVotes()
})

const kept = async (poll_id: number) =>
  (await at.query('select 1 from spent_votes where poll_id = $1', [poll_id])).length

describe('a person who votes, deletes the account and comes back with the same address', () => {
  test('by a link to join votes no second time, and the page says why', async () => {
    const named = await at.poll()
    const secret = await at.poll({ settings: SECRET })
    const { token } = await at.makeLink()
    const address = at.newAddress()
    const { session } = await at.comeIn(token, address)
    for (const { path } of [named, secret]) {
      const sent = await at.web.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie: session })
      expect(sent.statusCode).toBe(303)
    }
    const before = [await at.tally(named.id), await at.tally(secret.id)]
    const left = { writings: 'erase', address }
    const gone = await at.web.post('/account/leave', left, { ...SAME_ORIGIN, cookie: session })
    expect(gone.headers.location).toBe('/left')
    const { session: again } = await at.comeIn(token, address.toUpperCase())
    for (const { id, path, words } of [
      { ...named, words: NAMED_WORDS },
      { ...secret, words: SECRET_WORDS },
    ]) {
      const sent = await at.web.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie: again })
      expect([sent.statusCode, sent.body]).toEqual([403, expect.stringContaining(words)])
      expect((await at.web.get(path, again)).body).toContain(words)
      expect(await kept(id)).toBe(1)
    }
    expect([await at.tally(named.id), await at.tally(secret.id)]).toEqual(before)
  })

  test('added by a program, votes no second time', async () => {
    const [named, secret] = [await at.poll(), await at.poll({ settings: SECRET })]
    const address = at.newAddress()
    await at.voteAndLeave(address, named.id, secret.id)
    const before = [await at.tally(named.id), await at.tally(secret.id)]
    const other = at.newAddress()
    await at.add(address)
    expect([await at.vote(named.id, address), await at.vote(secret.id, address)]).toEqual([
      'no_ballot',
      'no_ballot',
    ])
    expect([await at.tally(named.id), await at.tally(secret.id)]).toEqual(before)
    expect((await at.page(named.path, address)).body).toContain(NAMED_WORDS)
    // Others are not affected.
    await at.add(other)
    expect(await at.vote(named.id, other)).toBe('cast')
  })

  test('invited to the poll, or to its thread, votes no second time', async () => {
    const discussion_id = await makeThread(at.world)
    const reader = { user_id: at.people.ada, member: true, accepted: true, admin: true }
    const invite = (email: string) =>
      change(at.db, { kind: 'person', user_id: at.people.ada }, (act) =>
        inviteGuests(act, { discussion_id, group_id: at.group_id, emails: [email], message: null, reader }),
      )
    const ask = (poll_id: number, email: string) =>
      change(at.db, SYSTEM, (act) => inviteVoters(act, { poll_id, emails: [email], user_ids: [] }))
    const inThread = await at.poll({ discussion_id })
    const alone = await at.poll()
    const guest = at.newAddress()
    await invite(guest)
    await ask(alone.id, guest)
    expect([await at.vote(inThread.id, guest), await at.vote(alone.id, guest)]).toEqual(['cast', 'cast'])
    const before = [await at.tally(inThread.id), await at.tally(alone.id)]
    await at.erase(guest)
    await invite(guest)
    expect(await ask(alone.id, guest)).toBe(0)
    expect([await at.vote(inThread.id, guest), await at.vote(alone.id, guest)]).toEqual([
      'no_ballot',
      'no_ballot',
    ])
    expect([await at.tally(inThread.id), await at.tally(alone.id)]).toEqual(before)
  })

  test('after a reopening votes no second time, whenever they left and came back', async () => {
    const named = await at.poll()
    const [early, late] = [at.newAddress(), at.newAddress()]
    await at.voteAndLeave(early, named.id)
    await at.add(late)
    await at.vote(named.id, late)
    await change(at.db, SYSTEM, (act) => closePoll(act, named.id))
    await at.erase(late)
    await at.add(early, late)
    const before = await at.tally(named.id)
    await change(at.db, SYSTEM, (act) => reopenPoll(act, named.id, LATER))
    expect([await at.vote(named.id, early), await at.vote(named.id, late)]).toEqual([
      'no_ballot',
      'no_ballot',
    ])
    expect(await at.tally(named.id)).toEqual(before)
  })

  test('also under an address that they had before', async () => {
    const named = await at.poll()
    const [first, second] = [at.newAddress(), at.newAddress()]
    await at.add(first)
    await at.vote(named.id, first)
    const id = await at.idOf(first)
    await at.query('update users set email = $2 where id = $1', [id, second])
    for (let name = 0; name < 60; name++)
      await at.query('update users set name = $2 where id = $1', [id, `Nina ${name}`])
    await at.erase(second)
    await at.add(first, second)
    expect([await at.vote(named.id, first), await at.vote(named.id, second)]).toEqual([
      'no_ballot',
      'no_ballot',
    ])
  })

  test('round after round, has one vote, and counts once among the voters', async () => {
    const [named, secret] = [await at.poll(), await at.poll({ settings: SECRET })]
    const address = at.newAddress()
    await at.voteAndLeave(address, named.id, secret.id)
    const before = [await at.tally(named.id), await at.tally(secret.id)]
    for (let round = 0; round < 2; round++) {
      await at.add(address)
      await at.vote(named.id, address)
      await at.vote(secret.id, address)
      await at.erase(address)
    }
    expect([await at.tally(named.id), await at.tally(secret.id)]).toEqual(before)
  })

  test('without a vote in a named poll, votes as usual', async () => {
    const named = await at.poll()
    const address = at.newAddress()
    await at.add(address)
    await at.erase(address)
    await at.add(address)
    expect(await at.vote(named.id, address)).toBe('cast')
  })

  test('without a vote in an anonymous poll, still counts only once, as the page says', async () => {
    const secret = await at.poll({ settings: SECRET })
    const address = at.newAddress()
    await at.add(address)
    const before = await at.tally(secret.id)
    await at.erase(address)
    await at.add(address)
    expect(await at.tally(secret.id)).toEqual(before)
    expect((await at.page(secret.path, address)).body).toContain(SECRET_WORDS)
  })

  test('votes in polls that began later', async () => {
    const address = at.newAddress()
    await at.voteAndLeave(address, (await at.poll()).id)
    const later = await at.poll()
    await at.add(address)
    expect(await at.vote(later.id, address)).toBe('cast')
  })
})

describe('what is kept of the address', () => {
  test('is not the address or its plain hash, and differs from poll to poll', async () => {
    const [one, two] = [await at.poll(), await at.poll()]
    const address = at.newAddress()
    await at.voteAndLeave(address, one.id, two.id)
    const rows = await at.query(
      `select encode(address_hash, 'hex') as hash,
         address_hash = any (array(select sha256(convert_to(said, 'UTF8'))
           from unnest(array[$1, 'poll ' || poll_id, $1 || 'poll ' || poll_id]) as t(said))) as plain
       from spent_votes where poll_id = any ($2) order by poll_id`,
      [address, [one.id, two.id]],
    )
    expect(rows).toMatchObject([{ plain: false }, { plain: false }])
    expect(rows[0].hash).not.toBe(rows[1].hash)
  })

  test('does not tell by its transaction or place whose it is', async () => {
    const named = await at.poll()
    const leavers = Array.from({ length: 5 }, at.newAddress)
    for (const address of leavers) await at.voteAndLeave(address, named.id)
    const rows = await at.query(
      'select xmin::text as written, address_hash::text as hash from spent_votes where poll_id = $1 order by ctid',
      [named.id],
    )
    expect(new Set(rows.map(({ written }) => written)).size).toBe(1)
    const hashes = rows.map(({ hash }) => String(hash))
    expect(hashes).toHaveLength(5)
    expect(hashes).toEqual([...hashes].sort())
  })

  test('goes when an anonymous poll is sealed, and when a poll is deleted', async () => {
    const [named, secret] = [await at.poll(), await at.poll({ settings: SECRET })]
    const [address, other] = [at.newAddress(), at.newAddress()]
    await at.voteAndLeave(address, named.id, secret.id)
    await at.add(other)
    await at.vote(secret.id, other)
    expect([await kept(named.id), await kept(secret.id)]).toEqual([1, 1])
    await change(at.db, SYSTEM, (act) => closePoll(act, secret.id))
    await sealPoll(at.db, secret.id)
    await change(at.db, SYSTEM, (act) => discardPoll(act, named.id))
    expect([await kept(named.id), await kept(secret.id)]).toEqual([0, 0])
    // It can never be voted in again.
    await at.erase(other)
    expect(await kept(secret.id)).toBe(0)
  })
})
