import { beforeEach, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { GAIL, type JoiningGuest, MEMBERS, openJoiningGuest } from '../../../test/joining-guest.ts'
import { HOUR_MS, makeThread } from '../../../test/tell.ts'
import { tokenFor } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { inviteGuests } from '../../members/invite-guests.ts'
import { removeGuest } from '../../members/remove-guest.ts'
import { setMembers } from '../../members/set-members.ts'
import { erasePerson } from '../../personal-data/erase-person.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { ensurePeople } from '../../users/users-store.ts'

let her: JoiningGuest

beforeEach(async () => {
  her = await openJoiningGuest()
})

describe('a guest whose invitation to the group is withdrawn', () => {
  test('keeps the ballots of her threads, and loses those that she got as one invited', async () => {
    const bikes = await her.thread('Bikes')
    const roof = await her.thread('Roof')
    const [before, secret, other] = [
      await her.poll({ discussion_id: bikes }),
      await her.poll({ discussion_id: bikes, settings: { anonymous: true } }),
      await her.poll(),
    ]
    await her.vote(before)
    await her.invite()
    const since = await her.poll({ discussion_id: roof })
    const all = [before, secret, since, other]
    expect(await her.ballots(...all)).toEqual([
      ['thread_guest', 5],
      ['thread_guest', 5],
      ['thread_guest', 5],
      ['member', 5],
    ])
    await her.remove()
    expect(await her.ballots(...all)).toEqual([
      ['thread_guest', 5],
      ['thread_guest', 5],
      ['thread_guest', 5],
      [null, 4],
    ])
    expect(await Promise.all(all.map((id) => her.answer('polls', id)))).toEqual([200, 200, 200, 404])
    expect(await Promise.all([bikes, roof].map((id) => her.answer('discussions', id)))).toEqual([200, 200])
    expect(await her.vote(since)).toMatchObject({ outcome: 'recorded' })
  })

  test('keeps her mailed links to them, and not the one in the invitation', async () => {
    const discussion_id = await her.thread('Bikes')
    const poll_id = await her.poll({ discussion_id })
    const links = {
      [await her.pageOf('polls', poll_id)]: await tokenFor(her.at.world, 'ballot', {
        user_id: her.user_id,
        poll_id,
      }),
      [await her.pageOf('discussions', discussion_id)]: await tokenFor(her.at.world, 'thread', {
        ...{ user_id: her.user_id, discussion_id },
      }),
      '/g/mill-lane': await tokenFor(her.at.world, 'invitation', { user_id: her.user_id }),
    }
    await her.invite()
    await her.remove()
    const found = []
    for (const [path, token] of Object.entries(links))
      found.push((await her.at.web.follow(path, token)).page.statusCode)
    expect(found).toEqual([200, 200, 404])
  })

  test('keeps a ballot given to her by name before, with its thread, and none given to her since', async () => {
    const discussion_id = await makeThread(her.at.world)
    const only = { specified_voters_only: true }
    const named = await her.poll({ discussion_id, settings: only, recipients: { emails: [GAIL] } })
    await her.invite()
    const since = await her.poll({ settings: only, recipients: { emails: [GAIL] } })
    const closed = await her.poll({ settings: only, recipients: { emails: [GAIL] } })
    await change(her.at.world.db, SYSTEM, (act) => closePoll(act, closed))
    await her.remove()
    expect(await her.ballots(named, since)).toEqual([
      ['named', 1],
      [null, 0],
    ])
    expect(await Promise.all([named, since, closed].map((id) => her.answer('polls', id)))).toEqual([
      200, 404, 404,
    ])
    expect(await her.answer('discussions', discussion_id)).toBe(200)
  })

  test('has no ballot that she could not get as a guest', async () => {
    const discussion_id = await makeThread(her.at.world)
    const secret = await her.poll({ discussion_id, settings: { anonymous: true } })
    await her.vote(secret, her.at.world.ada.id)
    await change(her.at.world.db, her.asAda(), (act) =>
      inviteGuests(act, {
        ...{ discussion_id, group_id: her.at.world.group.id, reader: her.reader(), message: null },
        emails: [GAIL],
      }),
    )
    expect(await her.ballots(secret)).toEqual([[null, 4]])
    await her.invite()
    expect(await her.ballots(secret)).toEqual([['member', 5]])
    await her.remove()
    // It counts on: the number must not tell whether she voted.
    expect(await her.ballots(secret)).toEqual([[null, 5]])
  })

  test('has lost the ballots of a thread from which she was removed meanwhile', async () => {
    const discussion_id = await her.thread('Bikes')
    const id = await her.poll({ discussion_id })
    await her.invite()
    await change(her.at.world.db, her.asAda(), (act) =>
      removeGuest(act, {
        discussion_id,
        group_id: her.at.world.group.id,
        user_id: her.user_id,
        reader: her.reader(),
      }),
    )
    expect(await her.ballots(id)).toEqual([['thread_guest', 5]])
    await her.remove()
    expect(await her.ballots(id)).toEqual([[null, 4]])
    expect(await her.answer('discussions', discussion_id)).toBe(404)
  })

  test('keeps them too when a program sends a list without her', async () => {
    const id = await her.poll({ discussion_id: await her.thread('Bikes') })
    await her.invite()
    await change(her.at.world.db, SYSTEM, (act) =>
      setMembers(act, {
        ...{ group_id: her.at.world.group.id, emails: ['ada@mill.example'], remove_absent: true },
        ...{ dry_run: false, guard: false, force: false },
      }),
    )
    expect(await her.ballots(id)).toEqual([['thread_guest', 2]])
  })

  test('gets the ballot of a guest in a poll that is reopened while she is only invited', async () => {
    const discussion_id = await makeThread(her.at.world)
    const id = await her.poll({ discussion_id })
    await change(her.at.world.db, SYSTEM, (act) => closePoll(act, id))
    await change(her.at.world.db, her.asAda(), (act) =>
      inviteGuests(act, {
        ...{ discussion_id, group_id: her.at.world.group.id, reader: her.reader(), message: null },
        emails: [GAIL],
      }),
    )
    await her.invite()
    await change(her.at.world.db, SYSTEM, (act) => reopenPoll(act, id, new Date(Date.now() + HOUR_MS)))
    expect(await her.ballots(id)).toEqual([['thread_guest', 5]])
    await her.remove()
    expect(await her.ballots(id)).toEqual([['thread_guest', 5]])
  })

  test('leaves them to the next person with her former address only by deleting her account', async () => {
    const id = await her.poll({ discussion_id: await her.thread('Bikes') })
    const now = 'gail@new.example'
    await her.at.world.db.pool.query('update users set email = $2 where id = $1', [her.user_id, now])
    const list = (emails: string[], remove_absent: boolean) =>
      change(her.at.world.db, SYSTEM, (act) =>
        setMembers(act, {
          ...{ group_id: her.at.world.group.id, emails, remove_absent },
          ...{ dry_run: false, guard: false, force: false },
        }),
      )
    await list([GAIL, now], false)
    const next = (await ensurePeople(her.at.world.db.pool, [GAIL]))[0] ?? 0
    const holds = async () => (await her.vote(id, next).catch(({ code }) => ({ outcome: code }))).outcome
    await list(['ada@mill.example', GAIL], true)
    expect([await her.ballots(id), await holds()]).toEqual([[['thread_guest', 2]], 'no_ballot'])
    await list([now], false)
    await erasePerson(her.at.world.db, SYSTEM, { user_id: her.user_id, writings: 'keep', list: null })
    expect([await her.ballots(id), await holds()]).toEqual([[[null, 2]], 'recorded'])
  })

  test('is told so by the form', async () => {
    await her.invite()
    const { body } = await her.at.get(`${MEMBERS}/${await her.membership()}`, 'ada')
    expect(decoded(body)).toContain('Someone who was already a guest of a thread or poll stays a guest')
  })
})
