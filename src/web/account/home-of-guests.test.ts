import { beforeEach, describe, expect, test } from 'vitest'
import { inHours, openHome, waitingIn } from '../../../test/home.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { ensurePeople } from '../../users/users-store.ts'

const { world, web, ben, comeIn } = await openHome()
let cookie: string

beforeEach(async () => {
  cookie = await comeIn()
})

describe('the polls and threads of guests', () => {
  const GUEST = 'guest@else.example'
  const asGuest = (body: string) =>
    [...(body.split('id="guest"')[1] ?? '').matchAll(/<a href="\/(?:p|d)\/[^>]*>(?:<bdi>)?(.*?)</g)].map(
      ([, title]) => title,
    )
  const invite = (title: string, hours = 48) =>
    makePoll(world, {
      settings: { title, closing_at: inHours(hours), specified_voters_only: true },
      recipients: { emails: [GUEST] },
    })
  const guestId = async () => (await ensurePeople(world.db.pool, [GUEST]))[0] ?? 0
  const home = async () => (await web.get('/', await sessionOf(world, await guestId()))).body

  test('are one list under their heading', async () => {
    const poll_id = await invite('Roof')
    await makeThread(world, { emails: [GUEST] }, 'Garden')
    const user_id = await guestId()
    await castBallot(world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })
    const section = /id="guest".*?<\/section>/s.exec(await home())?.[0] ?? ''
    expect(asGuest(section)).toEqual(expect.arrayContaining(['Roof', 'Garden']))
    expect(section.match(/<ul/g)).toHaveLength(1)
  })

  test('are listed after the vote, open ones first, then closed ones, and no group is asked for', async () => {
    const closed = await invite('Closed')
    const later = await invite('Later', 30)
    const soon = await invite('Soon', 2)
    const user_id = await guestId()
    for (const poll_id of [later, soon])
      await castBallot(world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })
    await change(world.db, SYSTEM, (act) => closePoll(act, closed))
    const body = await home()
    expect(asGuest(body)).toEqual(['Soon', 'Later', 'Closed'])
    expect(body).toMatch(/Closed just now: <time/)
    expect(body).toContain('>Nothing to vote on</h1>')
    expect(body).not.toContain('you are not in a group')
    await invite('Waiting')
    expect(waitingIn(await home())).toEqual(['Waiting'])
    expect(asGuest(await home())).toEqual(['Soon', 'Later', 'Closed'])
  })

  test('include closed threads, and no longer a poll or thread that was taken from them', async () => {
    const open = await makeThread(world, { emails: [GUEST] }, 'Open thread')
    const closed = await makeThread(world, { emails: [GUEST] }, 'Closed thread')
    await world.db.pool.query('update discussions set closed_at = now() where id = $1', [closed])
    const in_thread = await makePoll(world, { settings: { title: 'In the thread' }, discussion_id: open })
    const user_id = await guestId()
    await castBallot(world.db, { poll_id: in_thread, user_id, choices: { agree: 1 }, reason: null })
    expect(asGuest(await home())).toEqual(['In the thread', 'Open thread', 'Closed thread'])
    await world.db.pool.query('delete from thread_guests where discussion_id = $1', [open])
    expect(asGuest(await home())).toEqual(['Closed thread'])
  })

  test('include the thread of a poll to which they were invited: they may read it', async () => {
    const discussion_id = await makeThread(world, {}, 'Around the poll')
    await makePoll(world, {
      settings: { title: 'In it' },
      recipients: { emails: [GUEST] },
      discussion_id,
    })
    expect(asGuest(await home())).toEqual(['Around the poll'])
  })

  test('are not those of a group that one is in', async () => {
    const poll_id = await makePoll(world, {
      settings: { specified_voters_only: true },
      recipients: { emails: ['ben@mill.example'] },
    })
    await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
    expect((await web.get('/', cookie)).body).not.toContain('id="guest"')
  })
})
