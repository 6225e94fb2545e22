import { beforeAll, describe, expect, test } from 'vitest'
import { decoded } from '../../../test/group-web.ts'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { tokenFor } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { eraseWritingsOf } from '../../personal-data/erasure-store.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const LATER = '2098-03-01T12:00'
const NOTE = /<li(?: class="past")?>Edited .*?<a href="\/p\/\w+\/history">History<\/a>/s

const page = async (path: string, cookie = at.sessions.ben) => (await at.web.get(path, cookie)).body
const edit = (fields: Record<string, string>) => ({
  title: 'A second bike shed',
  details: 'We **need** room for eleven more bikes.',
  closing_at: LATER,
  ...fields,
})

describe('a poll edited while voting is open', () => {
  test('says so to everyone who may see it, with what was edited', async () => {
    const { path, poll_id, send } = await at.make({ recipients: { audience: 'group' } })
    expect(await page(path)).not.toContain('Edited')
    await send('edit', edit({ title: 'A third shed' }))
    await send('edit', edit({ title: 'A third shed', details: 'For **twelve** bikes.' }))
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[2] ?? 0, poll_id })
    const { cookie } = await at.web.follow(path, token)
    for (const reader of [at.sessions.ben, at.sessions.ada, cookie]) {
      const note = NOTE.exec(await page(path, reader))?.[0]
      expect(note).toMatch(/: Details<.*: Title, Closing time</s)
      expect(await page(`${path}/history`, reader)).toContain('A second bike shed')
    }
  })

  test('lists the edits with the earlier title and details, the latest first', async () => {
    const { path, send } = await at.make()
    await send('edit', edit({ title: 'A third shed', details: 'For **twelve** bikes.' }))
    await send('edit', edit({ title: 'A third shed', details: '' }))
    await send('edit', edit({ title: 'A third shed', details: 'For all.' }))
    const history = await page(`${path}/history`)
    const told = [
      'There were none.',
      'For <strong>twelve</strong> bikes.',
      'Title: <bdi data-written>A third shed</bdi> (previously: <bdi data-written>A second bike shed</bdi>)',
      'We <strong>need</strong> room',
    ].map((words) => history.replaceAll(/<bdi [^>]+>/g, '<bdi data-written>').indexOf(words))
    expect(told).not.toContain(-1)
    expect(told).toEqual(told.toSorted((one, other) => one - other))
  })

  test('says who edited it, also to a guest, by the name that the person has in the group', async () => {
    const { path, poll_id, send } = await at.make({ recipients: { audience: 'group' } })
    const name = 'update users set name = $2 where id = $1'
    await at.world.db.pool.query(name, [at.world.ada.id, 'Ada Vale'])
    await at.world.db.pool.query(
      'insert into given_names (group_id, user_id, name, given_by) values ($1, $2, $3, $4)',
      [at.world.group.id, at.people[1], 'Cleo Marsh', at.world.ada.id],
    )
    await send('edit', edit({ title: 'A third shed' }), at.sessions.cleo)
    await send('edit', edit({ title: 'A fourth shed' }))
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[2] ?? 0, poll_id })
    const { cookie } = await at.web.follow(path, token)
    for (const reader of [at.sessions.ben, cookie]) {
      const editors = [...(await page(`${path}/history`, reader)).matchAll(/Edited by .*? on /g)]
      expect(editors.map(([said]) => decoded(said.replace(/<i .*?<\/i>|<[^>]*>/g, '')))).toEqual([
        'Edited by Ada Vale on ',
        'Edited by Cleo Marsh on ',
      ])
    }
  })

  test('edits by programs are listed too', async () => {
    const { path, poll_id } = await at.make()
    const { key } = await keyFor(at.world)
    await at.web.app.inject({
      method: 'PATCH',
      url: `/api/b1/polls/${poll_id}`,
      headers: { authorization: `Bearer ${key}` },
      payload: { details: 'Another text' },
    })
    expect(await page(`${path}/history`)).toContain('We <strong>need</strong> room')
  })
})

describe('there is no such page', () => {
  test('for a poll that was edited only as a draft', async () => {
    const { path, send } = await at.make({ settings: { closing_at: null } })
    await send('edit', { title: 'Begun', details: 'So far' })
    await send('open', { closing_at: LATER })
    expect(await page(path)).not.toContain('Edited')
    expect((await at.web.get(`${path}/history`, at.sessions.ben)).statusCode).toBe(404)
  })

  test('for strangers', async () => {
    const { path, send } = await at.make()
    await send('edit', edit({ title: 'A third shed' }))
    expect((await at.web.get(`${path}/history`, '')).statusCode).toBe(404)
  })
})

describe('the form for editing', () => {
  const form = (path: string) => page(`${path}/edit`, at.sessions.ada)

  test('says how many people have voted in a named poll, and that they are not asked again', async () => {
    const { path, poll_id } = await at.make()
    expect(await form(path)).toContain('Everyone who can see the poll can see your changes')
    expect(await form(path)).not.toContain('already voted')
    await at.vote(poll_id, 0)
    expect(await form(path)).toContain('1 person has already voted. They are not asked again')
    await at.vote(poll_id, 1)
    expect(await form(path)).toContain('2 people have already voted.')
  })

  test('says no number in an anonymous one, voted in or not', async () => {
    const { path, poll_id } = await at.make({ settings: { anonymous: true } })
    const before = await form(path)
    expect(before).toContain('Some people may have voted already.')
    await at.vote(poll_id, 0)
    const plain = (html: string) => html.replace(/name="once" value="[^"]+"/, '')
    expect(plain(await form(path))).toBe(plain(before))
  })

  test('says neither of a draft', async () => {
    const { path } = await at.make({ settings: { closing_at: null } })
    expect(await form(path)).not.toMatch(/voted|can see your changes/)
  })
})

describe('edited descriptions of options', () => {
  const COLOURS = {
    settings: { poll_type: 'poll' as const },
    options: ['Red', 'Blue', 'Green'],
    option_meanings: ['as a rose', '', 'as <grass>'],
  }
  const described = (red: string, blue: string) =>
    edit({ 'option_meanings-1': red, 'option_meanings-2': blue, 'option_meanings-3': 'as <grass>' })
  const until = (html: string) =>
    decoded(html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).match(
      /Descriptions of options before this edit .*?(?= Descriptions|\d|$)/g,
    )

  test('are listed as they were, each with its option, so that voters can read what they voted for', async () => {
    const { path, send } = await at.make(COLOURS)
    await send('edit', described('as a tomato', ''))
    await send('edit', described('as a tomato', 'as the sea'))
    const [last, first] = until(await page(`${path}/history`)) ?? []
    expect(first).toContain('Red as a rose')
    expect(first).not.toMatch(/Blue|Green/)
    expect(last).toContain('Blue There was none.')
    expect(last).not.toMatch(/Red|Green/)
  })

  test('go when their author erases what they wrote', async () => {
    const { path, send } = await at.make(COLOURS)
    await send('edit', described('as a tomato', ''))
    await change(at.world.db, SYSTEM, ({ tx }) => eraseWritingsOf(tx, at.people[1] ?? 0))
    const history = await page(`${path}/history`)
    expect(history).toMatch(/Edited .*Descriptions of options</)
    expect(history).not.toMatch(/rose|before this edit/)
  })
})

test('earlier details go when their author erases what they wrote', async () => {
  const { path, send } = await at.make()
  await send('edit', edit({ details: 'For **twelve** bikes.' }))
  expect(await page(`${path}/history`)).toContain('We <strong>need</strong> room')
  const user_id = at.people[1] ?? 0
  await change(at.world.db, SYSTEM, ({ tx }) => eraseWritingsOf(tx, user_id))
  const history = await page(`${path}/history`)
  expect(history).toMatch(/Edited .*Details</)
  expect(history).not.toContain('room')
})
