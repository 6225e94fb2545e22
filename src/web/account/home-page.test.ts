import { beforeEach, describe, expect, test } from 'vitest'
import { inHours, openHome, waitingIn } from '../../../test/home.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { everyRow, keyOf, openWeb } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { addComment } from '../../discussions/comments/add-comment.ts'
import { deleteComment } from '../../discussions/comments/delete-comment.ts'
import { setMembers } from '../../members/set-members.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { ensurePeople } from '../../users/users-store.ts'

const SCRIPT = '<script>alert(1)</script>"'

const { world, web, ben, comeIn } = await openHome()
let cookie: string

beforeEach(async () => {
  cookie = await comeIn()
})

/** The titles under "Waiting for your vote", in their order. */
const waiting = async (who = cookie) => waitingIn((await web.get('/', who)).body)

describe('polls waiting for your vote', () => {
  test('are open polls with your ballot not yet cast, the earliest deadline first', async () => {
    const later = await makePoll(world, { settings: { title: 'Later', closing_at: inHours(30) } })
    await makePoll(world, { settings: { title: 'Soon', closing_at: inHours(2) } })
    await makePoll(world, { settings: { title: 'Draft', closing_at: null } })
    const closed = await makePoll(world, { settings: { title: 'Closed' } })
    await change(world.db, SYSTEM, (act) => closePoll(act, closed))
    const due = await makePoll(world, { settings: { title: 'Due' } })
    await world.db.pool.query("update polls set closing_at = now() - interval '1 second' where id = $1", [
      due,
    ])
    await makePoll(world, { settings: { title: 'Of others', specified_voters_only: true } })
    expect(await waiting()).toEqual(['Soon', 'Later'])
    const { body } = await web.get('/', cookie)
    expect(body).toMatch(/Closes in \d+\u00a0hours: <time[^>]*>[^<]*\(Germany Time\)<\/time>/)
    await castBallot(world.db, { poll_id: later, user_id: ben, choices: { agree: 1 }, reason: null })
    expect(await waiting()).toEqual(['Soon'])
  })

  test('include an anonymous poll until you vote, and the polls of guests', async () => {
    const anonymous = await makePoll(world, {
      settings: { title: 'Secret', anonymous: true, hide_results: 'until_closed' },
    })
    expect(await waiting()).toEqual(['Secret'])
    await castBallot(world.db, { poll_id: anonymous, user_id: ben, choices: { agree: 1 }, reason: null })
    expect(await waiting()).toEqual([])
    await makePoll(world, {
      settings: { title: 'For a guest' },
      recipients: { emails: ['guest@else.example'] },
    })
    const [guest = 0] = await ensurePeople(world.db.pool, ['guest@else.example'])
    const page = await sessionOf(world, guest)
    expect(await waiting(page)).toEqual(['For a guest'])
    expect((await web.get('/', page)).body).not.toContain('href="/g/')
  })

  test('include none of a group you were removed from', async () => {
    await makePoll(world)
    await makeThread(world)
    await world.db.pool.query('update memberships set revoked_at = now() where user_id = $1', [ben])
    const { body } = await web.get('/', cookie)
    expect(body).not.toContain('bike')
    expect(body).not.toContain('Bikes')
    expect(body).not.toContain('Mill Lane')
    expect(body).toContain('You are not in any group')
    await world.db.pool.query('update memberships set revoked_at = null where user_id = $1', [ben])
  })

  test('are limited, and say that there are more', async () => {
    for (let index = 0; index < 22; index++) await makePoll(world, { settings: { title: `Poll ${index}` } })
    expect(await waiting()).toHaveLength(20)
    expect((await web.get('/', cookie)).body).toContain('More polls are waiting')
  })
})

describe('threads', () => {
  /** The threads of a page, each with its mark. */
  const marked = async (path: string) =>
    [
      ...(await web.get(path, cookie)).body.matchAll(
        /<a href="\/d\/\w+"[^>]*><bdi>(.*?)<\/bdi>(?:\s<strong class="mark">(.*?)<\/strong>)?<\/a>/g,
      ),
    ].map(([, title, mark]) => ({ title, mark }))

  test('are listed by group, the most recently active first, with what is new', async () => {
    const ids = []
    for (let index = 0; index < 7; index++) ids.push(await makeThread(world, {}, `Thread ${index}`))
    await world.db.pool.query(
      `update discussions set last_activity_at = now() - (id % 1000) * interval '1 minute', items_count = 3`,
    )
    await world.db.pool.query(
      'insert into discussion_readers (discussion_id, user_id, last_seen) values ($1, $3, 1), ($2, $3, 3)',
      [ids[0], ids[1], ben],
    )
    expect((await marked('/')).map(({ title, mark }) => [title, mark])).toEqual([
      ['Thread 0', '2 new'],
      ['Thread 1', undefined],
      ['Thread 2', 'New'],
      ['Thread 3', 'New'],
      ['Thread 4', 'New'],
    ])
    expect((await web.get('/', cookie)).body).toContain('href="/g/mill-lane"')
  })

  test('have the same marks in the lists of their group', async () => {
    const [seen, some] = [await makeThread(world, {}, 'Seen'), await makeThread(world, {}, 'Seen in part')]
    await makeThread(world, {}, 'Unseen')
    await world.db.pool.query('update discussions set items_count = 3')
    await world.db.pool.query(
      'insert into discussion_readers (discussion_id, user_id, last_seen) values ($1, $3, 3), ($2, $3, 1)',
      [seen, some, ben],
    )
    const marks = [
      { title: 'Unseen', mark: 'New' },
      { title: 'Seen in part', mark: '2 new' },
      { title: 'Seen', mark: undefined },
    ]
    for (const path of ['/', '/g/mill-lane', '/g/mill-lane/threads'])
      expect(await marked(path), path).toEqual(marks)
  })

  test('are not new by what one has added oneself', async () => {
    const id = await makeThread(world, {}, 'Own words')
    const say = (user_id: number) =>
      change(world.db, { kind: 'person', user_id }, (act) =>
        addComment(act, { discussion_id: id, parent_id: null, body: 'Words', mentioned_ids: [] }),
      )
    const news = async (user_id: number) => {
      const { body } = await web.get('/', await sessionOf(world, user_id))
      return /<bdi>Own words<\/bdi>(?:\s<strong class="mark">(.*?)<\/strong>)?<\/a>/.exec(body)?.[1]
    }
    expect(await news(world.ada.id)).toBeUndefined()
    await say(world.ada.id)
    await say(world.ada.id)
    expect(await news(world.ada.id)).toBeUndefined()
    await say(ben)
    expect(await news(world.ada.id)).toBe('1 new')
    expect(await news(ben)).toBe('New')
  })

  test('are not new by a deleted comment, nor by a poll in which one has voted', async () => {
    const id = await makeThread(world, {}, 'Left alone')
    const say = () =>
      change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
        addComment(act, { discussion_id: id, parent_id: null, body: 'Words', mentioned_ids: [] }),
      )
    const { id: comment_id } = await say()
    await world.db.pool.query(
      'insert into discussion_readers (discussion_id, user_id, last_seen) values ($1, $2, 0)',
      [id, ben],
    )
    const poll_id = await makePoll(world, { discussion_id: id, recipients: { audience: 'group' } })
    const news = async () => (await marked('/')).find(({ title }) => title === 'Left alone')?.mark
    const unread = async () =>
      (await web.get(`/d/${await keyOf(world, 'discussions', id)}`, cookie)).body.match(/data-at="\d+"/g)
        ?.length
    expect([await news(), await unread()]).toEqual(['2 new', 2])
    await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      deleteComment(act, {
        id: comment_id,
        discussion_id: id,
        reader: { user_id: world.ada.id, member: true, accepted: true, admin: true },
      }),
    )
    expect([await news(), await unread()]).toEqual(['1 new', 1])
    await castBallot(world.db, { poll_id, user_id: ben, choices: { agree: 1 }, reason: null })
    expect([await news(), await unread()]).toEqual([undefined, undefined])
  })

  test('of other groups are listed separately for guests', async () => {
    const id = await makeThread(world, { emails: ['guest@else.example'] }, 'Shared')
    const [guest = 0] = await ensurePeople(world.db.pool, ['guest@else.example'])
    const { body } = await web.get('/', await sessionOf(world, guest))
    expect(body).toContain('Threads and polls you are a guest in')
    expect(body).toContain(`/d/${await keyOf(world, 'discussions', id)}`)
  })
})

describe('empty states say what to do next', () => {
  test('after all votes, without a thread, before joining, and without a group', async () => {
    const { body } = await web.get('/', cookie)
    expect(body).toContain('No open poll is waiting for your vote')
    expect(body).toContain('There are no open threads.')
    const nobody = { remove_absent: false, dry_run: false, guard: false, force: false }
    await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
      setMembers(act, { group_id: world.group.id, emails: ['new@else.example'], ...nobody }),
    )
    const [invited = 0, stranger = 0] = await ensurePeople(world.db.pool, [
      'new@else.example',
      'far@else.example',
    ])
    expect((await web.get('/', await sessionOf(world, invited))).body).toContain(
      'You are invited to <a href="/g/mill-lane" dir="auto">',
    )
    expect((await web.get('/', await sessionOf(world, stranger))).body).toContain('You are not in any group')
  })
})

describe('the heading of the page', () => {
  const headingFor = async (who: string) => /<h1[^>]*>(.*?)<\/h1>/.exec((await web.get('/', who)).body)?.[1]

  test('says to a member whether polls wait for their vote', async () => {
    expect(await headingFor(cookie)).toBe('Nothing to vote on')
    await makePoll(world, { recipients: { emails: ['ben@mill.example'] } })
    expect(await headingFor(cookie)).toBe('Waiting for your vote')
  })

  test('is about the requests of someone who only asked to join, until a poll waits for them', async () => {
    const [asking = 0] = await ensurePeople(world.db.pool, ['asking@else.example'])
    const asker = await sessionOf(world, asking)
    expect(await headingFor(asker)).toBe('Home')
    await world.db.pool.query(
      `with link as (
         insert into join_links (group_id, hash, made_by, asks) values ($1, 'link', $2, true) returning id)
       insert into join_requests (group_id, link_id, user_id, state) select $1, id, $3, 'waiting' from link`,
      [world.group.id, world.ada.id, asking],
    )
    expect(await headingFor(asker)).toBe('Your request to join')
    await makePoll(world, { recipients: { emails: ['asking@else.example'] } })
    expect(await headingFor(asker)).toBe('Waiting for your vote')
  })
})

test('visitors who are not signed in get the welcome page with the sign-in link', async () => {
  const page = await web.get('/')
  expect(page.body).toContain('href="/sign-in"')
  expect(page.body).not.toContain('Waiting for your vote')
  expect((await web.get('/', '__Host-folkmoot_session=nonsense')).body).toBe(page.body)
})

test('reading the page writes nothing, takes two queries, and escapes names', async () => {
  await makePoll(world, { settings: { title: SCRIPT } })
  await makeThread(world, {}, SCRIPT)
  await world.db.pool.query('update users set name = $1', [SCRIPT])
  const before = await everyRow(world)
  let asked = 0
  const counting = {
    db: {
      ...world.db,
      pool: {
        query: (...args: unknown[]) => {
          asked += 1
          return (world.db.pool.query as (...all: unknown[]) => unknown)(...args)
        },
      },
    },
  } as unknown as World
  const web = await openWeb(counting)
  // The start reads the name of the service.
  asked = 0
  const { body } = await web.get('/', cookie)
  expect(asked).toBe(2)
  expect(body).not.toContain('<script>')
  expect(body.match(/&lt;script>alert\(1\)&lt;\/script>/g)?.length).toBeGreaterThan(3)
  expect(await everyRow(world)).toEqual(before)
  await world.db.pool.query('update users set name = null')
})
