import { beforeEach, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld, signedInCookie } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { HOUR_MS, makePoll, makeThread, type PollWish } from '../../../test/tell.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { acceptInvitation } from '../../members/accept-invitation.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import { removeGuest } from '../../members/remove-guest.ts'
import { restoreMember } from '../../members/restore-member.ts'
import { setMembers } from '../../members/set-members.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { ensurePeople } from '../../users/users-store.ts'

const GAIL = 'gail@far.example'
const MEMBERS = '/g/mill-lane/members'

let at: GroupWorld
let gail: number
let cookie: string

beforeEach(async () => {
  at = await openGroupWorld()
  gail = (await ensurePeople(at.world.db.pool, [GAIL]))[0] ?? 0
  await at.world.db.pool.query("update users set name = 'Gail Orr' where id = $1", [gail])
  cookie = await signedInCookie(at.world, gail)
})

const asAda = () => ({ kind: 'person', user_id: at.world.ada.id }) as const
const reader = () => ({ user_id: at.world.ada.id, member: true, accepted: true, admin: true })
const poll = (wish: PollWish = {}) => makePoll(at.world, { told: 'holders', ...wish })
const thread = (title: string) => makeThread(at.world, { emails: [GAIL] }, title)
const vote = (poll_id: number, user_id = gail) =>
  castBallot(at.world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })

async function membership(): Promise<number> {
  const { rows } = await at.world.db.pool.query('select id from memberships where user_id = $1', [gail])
  return rows[0]?.id
}

async function invite(): Promise<void> {
  const sent = await at.post('/g/mill-lane/invite', 'ada', { emails: GAIL, step: 'invite' })
  expect(sent.statusCode).toBe(303)
}

async function join(): Promise<void> {
  await invite()
  const who = { group_id: at.world.group.id, user_id: gail, mailed: true }
  await change(at.world.db, { kind: 'person', user_id: gail }, (act) => acceptInvitation(act, who))
}

/** Removes her, or withdraws her invitation. */
async function remove(): Promise<void> {
  const removed = await at.post(`${MEMBERS}/${await membership()}/remove`, 'ada', { confirm: 'true' })
  expect(removed.statusCode).toBe(303)
}

const leave = async () => {
  const url = '/g/mill-lane/leave'
  const headers = { cookie, 'sec-fetch-site': 'same-origin', origin: 'https://moot.example' }
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = { method: 'POST' as const, url, headers: { ...headers, ...type }, payload: 'confirm=true' }
  expect((await at.web.app.inject(sent)).statusCode).toBe(303)
}

const restore = () => change(at.world.db, SYSTEM, (act) => restoreMember(act, 'mill-lane', GAIL))
const pageOf = async (table: 'polls' | 'discussions', id: number) =>
  `/${table === 'polls' ? 'p' : 'd'}/${await keyOf(at.world, table, id)}`

/** What answers her at the page, signed in. */
const answer = async (table: 'polls' | 'discussions', id: number) =>
  (await at.web.get(await pageOf(table, id), cookie)).statusCode

/** How she has her ballot in each of these polls, and how many voters each has. */
async function ballots(...ids: number[]) {
  const { rows } = await at.world.db.pool.query(
    `select case when e.withdrawn_at is null then e.issued_as end as issued_as, t.voters
     from unnest($1::bigint[]) with ordinality as p(id, place) join tallies t on t.poll_id = p.id
     left join electorate e on e.poll_id = p.id and e.user_id = $2 order by p.place`,
    [ids, gail],
  )
  return rows.map((row) => [row.issued_as, row.voters])
}

const readers = async (id: number) =>
  decoded((await at.get(`${await pageOf('discussions', id)}/people`, 'ada')).body).includes('Gail Orr')

describe('a guest whose invitation to the group is withdrawn', () => {
  test('keeps the ballots of her threads, and loses those that she got as one invited', async () => {
    const bikes = await thread('Bikes')
    const roof = await thread('Roof')
    const [before, secret, other] = [
      await poll({ discussion_id: bikes }),
      await poll({ discussion_id: bikes, settings: { anonymous: true } }),
      await poll(),
    ]
    await vote(before)
    await invite()
    const since = await poll({ discussion_id: roof })
    const all = [before, secret, since, other]
    expect(await ballots(...all)).toEqual([
      ['thread_guest', 5],
      ['thread_guest', 5],
      ['thread_guest', 5],
      ['member', 5],
    ])
    await remove()
    expect(await ballots(...all)).toEqual([
      ['thread_guest', 5],
      ['thread_guest', 5],
      ['thread_guest', 5],
      [null, 4],
    ])
    expect(await Promise.all(all.map((id) => answer('polls', id)))).toEqual([200, 200, 200, 404])
    expect(await Promise.all([bikes, roof].map((id) => answer('discussions', id)))).toEqual([200, 200])
    expect(await vote(since)).toMatchObject({ outcome: 'recorded' })
  })

  test('keeps her mailed links to them, and not the one in the invitation', async () => {
    const discussion_id = await thread('Bikes')
    const poll_id = await poll({ discussion_id })
    const links = {
      [await pageOf('polls', poll_id)]: await tokenFor(at.world, 'ballot', { user_id: gail, poll_id }),
      [await pageOf('discussions', discussion_id)]: await tokenFor(at.world, 'thread', {
        ...{ user_id: gail, discussion_id },
      }),
      '/g/mill-lane': await tokenFor(at.world, 'invitation', { user_id: gail }),
    }
    await invite()
    await remove()
    const found = []
    for (const [path, token] of Object.entries(links))
      found.push((await at.web.follow(path, token)).page.statusCode)
    expect(found).toEqual([200, 200, 404])
  })

  test('keeps a ballot given to her by name before, with its thread, and none given to her since', async () => {
    const discussion_id = await makeThread(at.world)
    const only = { specified_voters_only: true }
    const named = await poll({ discussion_id, settings: only, recipients: { emails: [GAIL] } })
    await invite()
    const since = await poll({ settings: only, recipients: { emails: [GAIL] } })
    const closed = await poll({ settings: only, recipients: { emails: [GAIL] } })
    await change(at.world.db, SYSTEM, (act) => closePoll(act, closed))
    await remove()
    expect(await ballots(named, since)).toEqual([
      ['named', 1],
      [null, 0],
    ])
    expect(await Promise.all([named, since, closed].map((id) => answer('polls', id)))).toEqual([
      200, 404, 404,
    ])
    expect(await answer('discussions', discussion_id)).toBe(200)
  })

  test('has no ballot that she could not get as a guest', async () => {
    const discussion_id = await makeThread(at.world)
    const secret = await poll({ discussion_id, settings: { anonymous: true } })
    await vote(secret, at.world.ada.id)
    await change(at.world.db, asAda(), (act) =>
      inviteGuests(act, {
        ...{ discussion_id, group_id: at.world.group.id, reader: reader(), message: null },
        emails: [GAIL],
      }),
    )
    expect(await ballots(secret)).toEqual([[null, 4]])
    await invite()
    expect(await ballots(secret)).toEqual([['member', 5]])
    await remove()
    // It counts on: the number must not tell whether she voted.
    expect(await ballots(secret)).toEqual([[null, 5]])
  })

  test('has lost the ballots of a thread from which she was removed meanwhile', async () => {
    const discussion_id = await thread('Bikes')
    const id = await poll({ discussion_id })
    await invite()
    await change(at.world.db, asAda(), (act) =>
      removeGuest(act, { discussion_id, group_id: at.world.group.id, user_id: gail, reader: reader() }),
    )
    expect(await ballots(id)).toEqual([['thread_guest', 5]])
    await remove()
    expect(await ballots(id)).toEqual([[null, 4]])
    expect(await answer('discussions', discussion_id)).toBe(404)
  })

  test('keeps them too when a program sends a list without her', async () => {
    const id = await poll({ discussion_id: await thread('Bikes') })
    await invite()
    await change(at.world.db, SYSTEM, (act) =>
      setMembers(act, {
        ...{ group_id: at.world.group.id, emails: ['ada@mill.example'], remove_absent: true },
        ...{ dry_run: false, guard: false, force: false },
      }),
    )
    expect(await ballots(id)).toEqual([['thread_guest', 2]])
  })

  test('gets the ballot of a guest in a poll that is reopened while she is only invited', async () => {
    const discussion_id = await makeThread(at.world)
    const id = await poll({ discussion_id })
    await change(at.world.db, SYSTEM, (act) => closePoll(act, id))
    await change(at.world.db, asAda(), (act) =>
      inviteGuests(act, {
        ...{ discussion_id, group_id: at.world.group.id, reader: reader(), message: null },
        emails: [GAIL],
      }),
    )
    await invite()
    await change(at.world.db, SYSTEM, (act) => reopenPoll(act, id, new Date(Date.now() + HOUR_MS)))
    expect(await ballots(id)).toEqual([['thread_guest', 5]])
    await remove()
    expect(await ballots(id)).toEqual([['thread_guest', 5]])
  })

  test('leaves them to the next person with her former address only by deleting her account', async () => {
    const id = await poll({ discussion_id: await thread('Bikes') })
    const now = 'gail@new.example'
    await at.world.db.pool.query('update users set email = $2 where id = $1', [gail, now])
    const list = (emails: string[], remove_absent: boolean) =>
      change(at.world.db, SYSTEM, (act) =>
        setMembers(act, {
          ...{ group_id: at.world.group.id, emails, remove_absent },
          ...{ dry_run: false, guard: false, force: false },
        }),
      )
    await list([GAIL, now], false)
    const next = (await ensurePeople(at.world.db.pool, [GAIL]))[0] ?? 0
    const holds = async () => (await vote(id, next).catch(({ code }) => ({ outcome: code }))).outcome
    await list(['ada@mill.example', GAIL], true)
    expect([await ballots(id), await holds()]).toEqual([[['thread_guest', 2]], 'no_ballot'])
    await list([now], false)
    await erasePerson(at.world.db, SYSTEM, { user_id: gail, writings: 'keep', list: null })
    expect([await ballots(id), await holds()]).toEqual([[[null, 2]], 'recorded'])
  })

  test('is told so by the form', async () => {
    await invite()
    const { body } = await at.get(`${MEMBERS}/${await membership()}`, 'ada')
    expect(decoded(body)).toContain('Someone who was a guest of a thread or poll before stays one')
  })
})

describe('a guest who joined the group and then', () => {
  describe.each([
    ['is removed', remove],
    ['leaves', leave],
  ])('%s', (_, end) => {
    test('sees none of it any more, gets no mail of it, and her vote counts', async () => {
      const bikes = await thread('Bikes')
      const named = await poll({ settings: { specified_voters_only: true }, recipients: { emails: [GAIL] } })
      const [voted, open] = [await poll({ discussion_id: bikes }), await poll({ discussion_id: bikes })]
      await vote(voted)
      await change(at.world.db, SYSTEM, (act) => closePoll(act, named))
      const token = await tokenFor(at.world, 'thread', { user_id: gail, discussion_id: bikes })
      await join()
      await end()
      expect(await ballots(voted, open)).toEqual([
        [null, 5],
        [null, 4],
      ])
      expect(await Promise.all([voted, open, named].map((id) => answer('polls', id)))).toEqual([
        404, 404, 404,
      ])
      expect(await answer('discussions', bikes)).toBe(404)
      expect((await at.web.follow(await pageOf('discussions', bikes), token)).page.statusCode).toBe(404)
      const post = await openPost(at.world)
      await post.deliver()
      const later = await poll({ discussion_id: bikes })
      expect(await ballots(later)).toEqual([[null, 4]])
      expect((await post.deliver()).flatMap(({ to }) => to)).not.toContain(GAIL)
      expect(await readers(bikes)).toBe(false)
      expect((await at.web.get('/', cookie)).body).not.toContain('id="guest"')
    })

    test('has what members have when let in again, and nothing when invited and not wanted', async () => {
      const bikes = await thread('Bikes')
      const only = { specified_voters_only: true }
      const named = await poll({ settings: only, recipients: { emails: [GAIL] } })
      const open = await poll({ discussion_id: bikes })
      await join()
      await end()
      await restore()
      expect(await ballots(named, open)).toEqual([
        ['member', 1],
        ['member', 5],
      ])
      expect(await Promise.all([named, open].map((id) => answer('polls', id)))).toEqual([200, 200])
      await remove()
      await invite()
      await remove()
      expect(await ballots(named, open)).toEqual([
        [null, 0],
        [null, 4],
      ])
      expect(await Promise.all([named, open].map((id) => answer('polls', id)))).toEqual([404, 404])
    })

    test('can be invited to the thread or a poll as a guest again', async () => {
      const discussion_id = await thread('Bikes')
      const id = await poll({ discussion_id })
      const other = await makeThread(at.world)
      const named = await poll({ discussion_id: other, settings: { anonymous: true } })
      await join()
      await end()
      await change(at.world.db, asAda(), (act) =>
        inviteGuests(act, {
          ...{ discussion_id, group_id: at.world.group.id, reader: reader(), message: null },
          emails: [GAIL],
        }),
      )
      await change(at.world.db, asAda(), (act) =>
        inviteVoters(act, { poll_id: named, emails: [GAIL], user_ids: [] }),
      )
      expect(await answer('discussions', other)).toBe(200)
      await invite()
      await remove()
      expect(await ballots(id, named)).toEqual([
        ['thread_guest', 5],
        ['named', 5],
      ])
      expect(await Promise.all([discussion_id, other].map((of) => answer('discussions', of)))).toEqual([
        200, 200,
      ])
      expect(await answer('polls', named)).toBe(200)
    })
  })

  test('the form that removes her says that she is no guest again', async () => {
    await join()
    const { body } = await at.get(`${MEMBERS}/${await membership()}`, 'ada')
    expect(decoded(body)).toContain('even if they were a guest of some before they joined')
  })
})
