import { beforeAll, describe, expect, test } from 'vitest'
import { signedInCookie } from '../../../test/group-web.ts'
import { type JoiningWorld, openJoiningWorld } from '../../../test/joining.ts'
import { makePoll, makeThread, type PollWish } from '../../../test/tell.ts'
import { keyOf, SAME_ORIGIN } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import { setMembers } from '../../members/set-members.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { discardPoll } from '../../polls/discard-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

const SECRET = { anonymous: true, stance_reason_required: 'disabled' as const }
const LATER = new Date(Date.now() + 7 * 24 * 3_600_000)
const NAMED_WORDS = 'This address has already voted in this poll'
const SECRET_WORDS = 'An earlier account with your address had a ballot in this poll'

let at: JoiningWorld
let addresses = 0

beforeAll(async () => {
  at = await openJoiningWorld()
})

const db = () => at.world.db
const group_id = () => at.world.group.id
const newAddress = () => `nina${++addresses}@far.example`

async function poll(wish: PollWish = {}) {
  const id = await makePoll(at.world, wish)
  return { id, path: `/p/${await keyOf(at.world, 'polls', id)}` }
}

const tally = async (id: number) => {
  const [row] = await at.query(
    `select t.voters, (select count(*)::int from electorate e where e.poll_id = t.poll_id and e.voted) as voted
     from tallies t where t.poll_id = $1`,
    [id],
  )
  return row as { voters: number; voted: number }
}

const idOf = async (address: string) =>
  (await at.query('select id from users where email = $1', [address]))[0]?.id as number
const add = (...emails: string[]) =>
  change(db(), SYSTEM, (act) =>
    setMembers(act, {
      ...{ group_id: group_id(), emails, remove_absent: false },
      ...{ dry_run: false, guard: false, force: false },
    }),
  )
const vote = async (poll_id: number, address: string) =>
  castBallot(db(), { poll_id, user_id: await idOf(address), choices: { agree: 1 }, reason: null }).then(
    () => 'cast',
    (error: { code?: string }) => error.code ?? String(error),
  )
const erase = async (address: string) =>
  erasePerson(db(), SYSTEM, { user_id: await idOf(address), writings: 'keep', list: null })
const kept = async (poll_id: number) =>
  (await at.query('select 1 from spent_votes where poll_id = $1', [poll_id])).length
const page = async (path: string, address: string) =>
  at.web.get(path, await signedInCookie(at.world, await idOf(address)))

/** Somebody votes in these polls and deletes their account. */
async function voteAndLeave(address: string, ...ids: number[]) {
  await add(address)
  for (const id of ids) expect(await vote(id, address)).toBe('cast')
  await erase(address)
}

describe('a person who votes, deletes the account and comes back with the same address', () => {
  test('by a link to join votes no second time, and the page says why', async () => {
    const named = await poll()
    const secret = await poll({ settings: SECRET })
    const { token } = await at.makeLink()
    const address = newAddress()
    const { session } = await at.comeIn(token, address)
    for (const { path } of [named, secret]) {
      const sent = await at.web.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie: session })
      expect(sent.statusCode).toBe(303)
    }
    const before = [await tally(named.id), await tally(secret.id)]
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
    expect([await tally(named.id), await tally(secret.id)]).toEqual(before)
  })

  test('added by a program, votes no second time', async () => {
    const [named, secret] = [await poll(), await poll({ settings: SECRET })]
    const address = newAddress()
    await voteAndLeave(address, named.id, secret.id)
    const before = [await tally(named.id), await tally(secret.id)]
    const other = newAddress()
    await add(address)
    expect([await vote(named.id, address), await vote(secret.id, address)]).toEqual([
      'no_ballot',
      'no_ballot',
    ])
    expect([await tally(named.id), await tally(secret.id)]).toEqual(before)
    expect((await page(named.path, address)).body).toContain(NAMED_WORDS)
    // Others are not affected.
    await add(other)
    expect(await vote(named.id, other)).toBe('cast')
  })

  test('invited to the poll, or to its thread, votes no second time', async () => {
    const discussion_id = await makeThread(at.world)
    const reader = { user_id: at.people.ada, member: true, accepted: true, admin: true }
    const invite = (email: string) =>
      change(db(), { kind: 'person', user_id: at.people.ada }, (act) =>
        inviteGuests(act, { discussion_id, group_id: group_id(), emails: [email], message: null, reader }),
      )
    const ask = (poll_id: number, email: string) =>
      change(db(), SYSTEM, (act) => inviteVoters(act, { poll_id, emails: [email], user_ids: [] }))
    const inThread = await poll({ discussion_id })
    const alone = await poll()
    const guest = newAddress()
    await invite(guest)
    await ask(alone.id, guest)
    expect([await vote(inThread.id, guest), await vote(alone.id, guest)]).toEqual(['cast', 'cast'])
    const before = [await tally(inThread.id), await tally(alone.id)]
    await erase(guest)
    await invite(guest)
    expect(await ask(alone.id, guest)).toBe(0)
    expect([await vote(inThread.id, guest), await vote(alone.id, guest)]).toEqual(['no_ballot', 'no_ballot'])
    expect([await tally(inThread.id), await tally(alone.id)]).toEqual(before)
  })

  test('after a reopening votes no second time, whenever they left and came back', async () => {
    const named = await poll()
    const [early, late] = [newAddress(), newAddress()]
    await voteAndLeave(early, named.id)
    await add(late)
    await vote(named.id, late)
    await change(db(), SYSTEM, (act) => closePoll(act, named.id))
    await erase(late)
    await add(early, late)
    const before = await tally(named.id)
    await change(db(), SYSTEM, (act) => reopenPoll(act, named.id, LATER))
    expect([await vote(named.id, early), await vote(named.id, late)]).toEqual(['no_ballot', 'no_ballot'])
    expect(await tally(named.id)).toEqual(before)
  })

  test('also under an address that they had before', async () => {
    const named = await poll()
    const [first, second] = [newAddress(), newAddress()]
    await add(first)
    await vote(named.id, first)
    const id = await idOf(first)
    await at.query('update users set email = $2 where id = $1', [id, second])
    for (let name = 0; name < 60; name++)
      await at.query('update users set name = $2 where id = $1', [id, `Nina ${name}`])
    await erase(second)
    await add(first, second)
    expect([await vote(named.id, first), await vote(named.id, second)]).toEqual(['no_ballot', 'no_ballot'])
  })

  test('round after round, has one vote, and counts once among the voters', async () => {
    const [named, secret] = [await poll(), await poll({ settings: SECRET })]
    const address = newAddress()
    await voteAndLeave(address, named.id, secret.id)
    const before = [await tally(named.id), await tally(secret.id)]
    for (let round = 0; round < 2; round++) {
      await add(address)
      await vote(named.id, address)
      await vote(secret.id, address)
      await erase(address)
    }
    expect([await tally(named.id), await tally(secret.id)]).toEqual(before)
  })

  test('without a vote in a named poll, votes as usual', async () => {
    const named = await poll()
    const address = newAddress()
    await add(address)
    await erase(address)
    await add(address)
    expect(await vote(named.id, address)).toBe('cast')
  })

  test('without a vote in an anonymous poll, still counts only once, as the page says', async () => {
    const secret = await poll({ settings: SECRET })
    const address = newAddress()
    await add(address)
    const before = await tally(secret.id)
    await erase(address)
    await add(address)
    expect(await tally(secret.id)).toEqual(before)
    expect((await page(secret.path, address)).body).toContain(SECRET_WORDS)
  })

  test('votes in polls that began later', async () => {
    const address = newAddress()
    await voteAndLeave(address, (await poll()).id)
    const later = await poll()
    await add(address)
    expect(await vote(later.id, address)).toBe('cast')
  })
})

describe('what is kept of the address', () => {
  test('is not the address or its plain hash, and differs from poll to poll', async () => {
    const [one, two] = [await poll(), await poll()]
    const address = newAddress()
    await voteAndLeave(address, one.id, two.id)
    const rows = await at.query(
      `select encode(address_hash, 'hex') as hash, user_id,
         address_hash = any (array(select sha256(convert_to(said, 'UTF8'))
           from unnest(array[$1, 'poll ' || poll_id, $1 || 'poll ' || poll_id]) as t(said))) as plain
       from spent_votes where poll_id = any ($2) order by poll_id`,
      [address, [one.id, two.id]],
    )
    expect(rows).toMatchObject([
      { user_id: null, plain: false },
      { user_id: null, plain: false },
    ])
    expect(rows[0].hash).not.toBe(rows[1].hash)
  })

  test('does not tell by its transaction or place whose it is', async () => {
    const named = await poll()
    const leavers = Array.from({ length: 5 }, newAddress)
    for (const address of leavers) await voteAndLeave(address, named.id)
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
    const [named, secret] = [await poll(), await poll({ settings: SECRET })]
    const [address, other] = [newAddress(), newAddress()]
    await voteAndLeave(address, named.id, secret.id)
    await add(other)
    await vote(secret.id, other)
    expect([await kept(named.id), await kept(secret.id)]).toEqual([1, 1])
    await change(db(), SYSTEM, (act) => closePoll(act, secret.id))
    await sealPoll(db(), secret.id)
    await change(db(), SYSTEM, (act) => discardPoll(act, named.id))
    expect([await kept(named.id), await kept(secret.id)]).toEqual([0, 0])
    // It can never be voted in again.
    await erase(other)
    expect(await kept(secret.id)).toBe(0)
  })
})
