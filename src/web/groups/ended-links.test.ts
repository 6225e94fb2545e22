import { beforeEach, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { createGroup } from '../../groups/create-group.ts'
import { findMembership } from '../../groups/memberships-store.ts'
import { removeMember } from '../../members/remove-member.ts'
import { restoreMember } from '../../members/restore-member.ts'
import { setMembers } from '../../members/set-members.ts'

const BEN = 'ben@mill.example'
const FAY = 'fay@far.example'

let at: GroupWorld

beforeEach(async () => {
  at = await openGroupWorld()
})

const list = (emails: string[], remove_absent = false) =>
  change(at.world.db, SYSTEM, (act) =>
    setMembers(act, {
      ...{ group_id: at.world.group.id, emails },
      ...{ remove_absent, dry_run: false, guard: false, force: false },
    }),
  )

const remove = (email: string) =>
  change(at.world.db, SYSTEM, async (act) => {
    const { group } = at.world
    const membership_id = (await findMembership(act.tx, group.id, email))?.id ?? 0
    await removeMember(act, { group_id: group.id, membership_id })
  })

/** What answers these links: in a browser that has never been here. */
const answers = async (links: Record<string, string>) => {
  const found: [string, number][] = []
  for (const [name, link] of Object.entries(links)) {
    const [path = '', token = ''] = link.split('?k=')
    found.push([name, (await at.web.follow(path, token)).page.statusCode])
  }
  return Object.fromEntries(found)
}

async function linksOf(user_id: number) {
  const poll_id = await makePoll(at.world, { recipients: { emails: [BEN] } })
  const discussion_id = await makeThread(at.world)
  return {
    invitation: `/g/mill-lane?k=${await tokenFor(at.world, 'invitation', { user_id })}`,
    ballot: `/p/${await keyOf(at.world, 'polls', poll_id)}?k=${await tokenFor(at.world, 'ballot', { user_id, poll_id })}`,
    thread: `/d/${await keyOf(at.world, 'discussions', discussion_id)}?k=${await tokenFor(at.world, 'thread', { user_id, discussion_id })}`,
  }
}

const ALL = { invitation: 200, ballot: 200, thread: 200 }
const NONE = { invitation: 404, ballot: 404, thread: 404 }

describe('the links of a person who is removed from a group', () => {
  test.each([
    ['an admin removes', () => remove(BEN)],
    ['a list without them removes', () => list(['ada@mill.example'], true)],
  ])('whom %s stay ended when they are invited again', async (_, removed) => {
    const links = await linksOf(at.people.ben)
    expect(await answers(links)).toEqual(ALL)
    await removed()
    expect(await answers(links)).toEqual(NONE)
    await list([BEN])
    expect(await answers(links)).toEqual(NONE)
  })

  test('stay ended when the removal is undone', async () => {
    const links = await linksOf(at.people.ben)
    await remove(BEN)
    await change(at.world.db, SYSTEM, (act) => restoreMember(act, 'mill-lane', BEN))
    expect(await answers(links)).toEqual(NONE)
  })

  test('stay valid in other groups, and for other people', async () => {
    const { group } = await change(at.world.db, SYSTEM, (act) =>
      createGroup(act, { name: 'Choir', handle: 'choir', admin_email: BEN, parent_handle: null }),
    )
    const other = `/g/choir?k=${await tokenFor(at.world, 'invitation', { user_id: at.people.ben, group_id: group.id })}`
    const cleos = await linksOf(at.people.cleo)
    await remove(BEN)
    expect(await answers({ ...cleos, other })).toEqual({ ...ALL, other: 200 })
  })

  test('still stop the emails of the group', async () => {
    const token = await tokenFor(at.world, 'unsubscribe', { user_id: at.people.ben })
    await remove(BEN)
    expect((await at.web.get(`/unsubscribe?k=${token}`)).statusCode).toBe(200)
  })
})

test('the link of a withdrawn invitation neither joins nor signs in after a new invitation', async () => {
  const token = await tokenFor(at.world, 'invitation', { user_id: at.people.cleo })
  await remove('cleo@mill.example')
  await list(['cleo@mill.example'])
  const { cookie } = await at.web.follow('/g/mill-lane', token)
  const answer = await at.web.post(
    '/g/mill-lane/join',
    { own_name: 'Mallory' },
    { cookie, origin: 'https://moot.example', 'sec-fetch-site': 'same-origin' },
  )
  expect(answer.statusCode).not.toBe(303)
  expect(String(answer.headers['set-cookie'])).not.toContain('session')
  const fresh = await tokenFor(at.world, 'invitation', { user_id: at.people.cleo })
  expect((await at.web.follow('/g/mill-lane', fresh)).page.statusCode).toBe(200)
})

test('the link of an email that is sent while its invitation is withdrawn opens nothing later', async () => {
  await remove('cleo@mill.example')
  const token = await tokenFor(at.world, 'invitation', { user_id: at.people.cleo })
  await list(['cleo@mill.example'])
  expect((await at.web.follow('/g/mill-lane', token)).page.statusCode).toBe(404)
})

describe('the links of a guest who is removed from a thread', () => {
  async function withGuest() {
    const discussion_id = await makeThread(at.world, { emails: [FAY] })
    const path = `/d/${await keyOf(at.world, 'discussions', discussion_id)}`
    const { rows } = await at.world.db.pool.query('select id from users where email = $1', [FAY])
    const user_id = rows[0].id as number
    const poll_id = await makePoll(at.world, { discussion_id })
    const links = {
      thread: `${path}?k=${await tokenFor(at.world, 'thread', { user_id, discussion_id })}`,
      ballot: `/p/${await keyOf(at.world, 'polls', poll_id)}?k=${await tokenFor(at.world, 'ballot', { user_id, poll_id })}`,
    }
    return { path, user_id, links }
  }

  test('stay ended when they are invited again', async () => {
    const { path, user_id, links } = await withGuest()
    expect(await answers(links)).toEqual({ thread: 200, ballot: 200 })
    await at.post(`${path}/people/${user_id}/remove`, 'ada')
    expect(await answers(links)).toEqual({ thread: 404, ballot: 404 })
    await at.post(`${path}/people`, 'ada', { emails: FAY })
    expect(await answers(links)).toEqual({ thread: 404, ballot: 404 })
  })

  test('stay valid in other threads', async () => {
    const gone = await withGuest()
    const stays = await withGuest()
    await at.post(`${gone.path}/people/${gone.user_id}/remove`, 'ada')
    expect(await answers(stays.links)).toEqual({ thread: 200, ballot: 200 })
  })

  test('stay valid when they are a member of the group by then', async () => {
    const { path, user_id, links } = await withGuest()
    await list([FAY])
    await at.post(`${path}/people/${user_id}/remove`, 'ada')
    expect(await answers(links)).toEqual({ thread: 200, ballot: 200 })
  })

  test('open the thread until then, also after they left its group', async () => {
    const { path, user_id, links } = await withGuest()
    await list([FAY])
    await remove(FAY)
    expect((await answers(links))['thread']).toBe(200)
    await at.post(`${path}/people/${user_id}/remove`, 'ada')
    await at.post(`${path}/people`, 'ada', { emails: FAY })
    expect((await answers(links))['thread']).toBe(404)
  })
})
