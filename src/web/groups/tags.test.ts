import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf, tokenFor } from '../../../test/web.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

type Kind = 'discussions' | 'polls'

async function tagsOf(kind: Kind, id: number): Promise<string[]> {
  const { rows } = await at.world.db.pool.query(`select tags from ${kind} where id = $1`, [id])
  return rows[0].tags.map(({ name }: { name: string }) => name)
}

async function newest(kind: Kind): Promise<number> {
  return (await at.world.db.pool.query(`select max(id)::int as id from ${kind}`)).rows[0].id
}

const tagThread = async (tags: string, title = 'Bikes'): Promise<string> => {
  const path = `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world, {}, title))}`
  expect((await at.post(`${path}/edit`, 'ada', { title, description: '', tags })).statusCode).toBe(303)
  return path
}

const FORM = { poll_type: 'proposal', group: 'mill-lane', closing_at: '2099-01-01T10:00', tell: 'nobody' }

const EDIT = { title: 'Paint?', details: '', closing_at: '2099-01-02T10:00' }

describe('a thread', () => {
  test('gets its tags where it is started and edited, and shows them as links', async () => {
    const started = await at.post('/g/mill-lane/new-thread', 'ben', {
      title: 'Shed',
      tags: 'Roof repairs,  Budget, budget',
      act: 'start',
    })
    expect(started.statusCode).toBe(303)
    const id = await newest('discussions')
    expect(await tagsOf('discussions', id)).toEqual(['Budget', 'Roof repairs'])
    const path = `/d/${await keyOf(at.world, 'discussions', id)}`
    const page = (await at.get(path, 'ben')).body
    expect(page).toContain('<a href="/g/mill-lane/threads?tag=Roof%20repairs">Roof repairs</a>')
    expect((await at.get(`${path}/edit`, 'ben')).body).toContain('value="Budget, Roof repairs"')
    await at.post(`${path}/edit`, 'ben', { title: 'Shed', description: '', tags: '' })
    expect(await tagsOf('discussions', id)).toEqual([])
    expect((await at.get(path, 'ben')).body).not.toContain('?tag=')
  })

  test('keeps what was typed when it is refused, and says why', async () => {
    const wrong = { title: '', tags: `${'x'.repeat(41)}, ok`, act: 'start' }
    const page = await at.post('/g/mill-lane/new-thread', 'ben', wrong)
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain(wrong.tags)
    expect(page.body).toContain(`Tags contain “${'x'.repeat(41)}”, which is longer than 40 characters`)
    const preview = await at.post('/g/mill-lane/new-thread', 'ben', { ...wrong, title: 'T', act: 'preview' })
    expect(preview.statusCode).toBe(422)
  })

  test('is not tagged by members who may not edit it', async () => {
    const path = await tagThread('Mine')
    expect((await at.post(`${path}/edit`, 'ben', { title: 'Bikes', tags: 'Theirs' })).statusCode).toBe(403)
    expect((await at.get(path, 'ben')).body).not.toContain('Theirs')
  })

  test('offers the tags of its group, after those it has', async () => {
    await tagThread('Zebra')
    const path = await tagThread('Alpha')
    const page = (await at.get(`${path}/edit`, 'ada')).body
    expect(page).toContain('<option value="Alpha, Zebra">')
    expect(page).toMatch(/In use: [^<]*Alpha[^<]*Zebra/)
  })
})

describe('a poll', () => {
  test('gets its tags where it is made and edited, and once it is closed on a page of their own', async () => {
    const made = await at.post('/new-poll', 'ben', {
      ...FORM,
      title: 'Paint?',
      positions: ['agree', 'disagree'],
      tags: 'Colours',
      step: 'start',
    })
    expect(made.statusCode).toBe(303)
    const id = await newest('polls')
    const path = `/p/${await keyOf(at.world, 'polls', id)}`
    expect(await tagsOf('polls', id)).toEqual(['Colours'])
    const edit = (await at.get(`${path}/edit`, 'ben')).body
    expect(edit).toContain('value="Colours"')
    expect((await at.get(`${path}/tags`, 'ben')).statusCode).toBe(409)
    await at.post(`${path}/edit`, 'ben', { ...EDIT, tags: 'Colours, Hall' })
    expect(await tagsOf('polls', id)).toEqual(['Colours', 'Hall'])
    await at.post(`${path}/close`, 'ben')
    expect((await at.get(path, 'ben')).body).toContain(`href="${path}/tags"`)
    expect((await at.get(path, 'cleo')).body).not.toContain(`href="${path}/tags"`)
    expect((await at.post(`${path}/tags`, 'cleo', { tags: 'Not mine' })).statusCode).toBe(403)
    expect((await at.post(`${path}/tags`, 'ben', { tags: 'Hall, Done' })).statusCode).toBe(303)
    expect(await tagsOf('polls', id)).toEqual(['Done', 'Hall'])
    expect((await at.get(path, 'ben')).body).toContain('<a href="/g/mill-lane/threads?tag=Hall">Hall</a>')
  })

  test('keeps its tags when an edit comes from a form without that field', async () => {
    const id = await makePoll(at.world, { tags: ['Old'] })
    const path = `/p/${await keyOf(at.world, 'polls', id)}`
    expect((await at.post(`${path}/edit`, 'ada', EDIT)).statusCode).toBe(303)
    expect(await tagsOf('polls', id)).toEqual(['Old'])
  })
})

describe('the lists of a group', () => {
  test('show tags, and with ?tag= only what carries it, with a way back', async () => {
    await tagThread('Solar', 'Panels')
    await tagThread('Wind', 'Turbine')
    await makePoll(at.world, { settings: { title: 'Which panels?' }, tags: ['solar'] })
    const list = (await at.get('/g/mill-lane/threads', 'ben')).body
    expect(list).toContain('<a href="/g/mill-lane/threads?tag=Wind">Wind</a>')
    const tagged = (await at.get('/g/mill-lane/threads?tag=SOLAR', 'ben')).body
    for (const words of ['Panels', 'Which panels?', '<a href="/g/mill-lane/threads">Remove the filter'])
      expect(tagged).toContain(words)
    expect(tagged).not.toContain('Turbine')
    const polls = (await at.get('/g/mill-lane/polls?tag=solar', 'ben')).body
    expect(polls).toContain('Which panels?')
    expect(polls).toContain('href="/g/mill-lane/polls?state=closed&#38;tag=solar"'.replace('&#38;', '&amp;'))
    const none = (await at.get('/g/mill-lane/threads?tag=%3Cb%3E', 'ben')).body
    expect(none).toContain('Nothing here has this tag.')
    expect(none).not.toContain('<b>')
  })
})

describe('people outside the group', () => {
  test('see no tags: neither guests of a thread nor voters who are not members', async () => {
    const id = await makeThread(at.world, { emails: ['gus@far.example'] })
    const path = `/d/${await keyOf(at.world, 'discussions', id)}`
    await at.post(`${path}/edit`, 'ada', { title: 'Bikes', description: '', tags: 'Hushed' })
    await makePoll(at.world, { discussion_id: id, tags: ['Hushed too'] })
    expect((await at.get(path, 'ben')).body).toContain('Hushed')
    const guest = await at.world.db.pool.query("select id from users where email = 'gus@far.example'")
    const token = await tokenFor(at.world, 'thread', { user_id: guest.rows[0].id, discussion_id: id })
    const { page } = await at.web.follow(path, token)
    expect([page.statusCode, page.body.includes('Hushed')]).toEqual([200, false])
  })

  test('see no tags on public pages', async () => {
    await at.world.db.pool.query('update groups set public = true')
    const path = await tagThread('Internal', 'Open house')
    await at.world.db.pool.query("update discussions set private = false where title = 'Open house'")
    for (const page of [path, '/g/mill-lane', '/g/mill-lane/public.atom']) {
      const { body, statusCode } = await at.get(page, 'outsider')
      expect([statusCode, body.includes('Open house'), body.includes('Internal')]).toEqual([200, true, false])
    }
    await at.world.db.pool.query('update groups set public = false')
  })
})
