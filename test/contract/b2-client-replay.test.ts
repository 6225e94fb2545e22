import { beforeAll, describe, expect, test } from 'vitest'
import { openListening } from '../web.ts'
import { openB2, personalKey } from './b2.ts'

/**
 * The calls of public clients of b2, as they send them and with what they do to the answers, over real HTTP.
 * None of these clients is on a package registry, so their calls are replayed: those of
 * github.com/soil-dev/loomiomcp at commit 062a0ad (version 0.0.12, Apache-2.0: src/loomio/client.ts,
 * src/tools), where they differ those of its version 0.0.10, and those of the examples that b2 services show
 * on their page /help/api2, which send the key in the body and in the query. docs/b2-clients.md lists each of
 * its tools with what it gets.
 */

const at = await openB2()
const { group_id, people } = at
const web = await openListening(at.world)
let base: string
let key: string

beforeAll(async () => {
  base = `http://127.0.0.1:${(web.app.server.address() as { port: number }).port}/api`
  key = await personalKey(at.world, people.ada, 'Connector')
})

type Query = Record<string, string | number>
type Json = Record<string, unknown>
type Records = Record<string, Json[]> & { meta: { total: unknown } }

const headers = () => ({
  Accept: 'application/json',
  'User-Agent': 'loomiomcp/0.0.12',
  Authorization: `Bearer ${key}`,
})

async function get(path: string, params: Query): Promise<Records> {
  const url = new URL(`${base}${path}`)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value))
  return answered(await fetch(url, { headers: headers() }))
}

const post = (path: string, body: object) => write('POST', path, body)

async function write(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object): Promise<Records> {
  const sent = { method, headers: { ...headers(), 'Content-Type': 'application/json' } }
  return answered(await fetch(`${base}${path}`, { ...sent, body: JSON.stringify(body) }))
}

/** Comments, in the format of 0.0.10. */
async function postForm(path: string, fields: Record<string, string>): Promise<Records> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const sent = {
    method: 'POST',
    headers: { ...headers(), ...type },
    body: String(new URLSearchParams(fields)),
  }
  return answered(await fetch(`${base}${path}`, sent))
}

async function answered(answer: Response): Promise<Records> {
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return JSON.parse(text) as Records
}

const LIST = { exclude_types: 'group parent membership reaction translation' }
const SHOW = { exclude_types: 'parent membership reaction translation' }
const GROUPS = { exclude_types: 'tag translation' }
const first = (answer: Records, root: string): Json => answer[root]?.[0] ?? {}

describe('a connector', () => {
  test('finds its groups, its own membership in each, and its person', async () => {
    const { groups = [], memberships = [], users = [], meta } = await get('/b2/groups', GROUPS)
    expect(meta.total).toBe(groups.length)
    const own = memberships.find((one) => one['group_id'] === group_id)
    expect(own).toMatchObject({ admin: true, accepted_at: expect.any(String) })
    expect(users.find(({ id }) => id === own?.['user_id'])).toMatchObject({ name: 'Ada Vale' })
    const shown = first(await get('/b2/groups/mill-lane', GROUPS), 'groups')
    expect(shown).toMatchObject({ id: group_id, handle: 'mill-lane', memberships_count: expect.any(Number) })
  })

  test('starts a thread, comments in it, and adds a poll that it finds again', async () => {
    const thread = first(
      await post('/b2/discussions', {
        discussion: {
          title: 'Where to meet',
          group_id,
          description: 'At **whose** place?',
          description_format: 'md',
          private: true,
          recipient_user_ids: [people.ben],
          recipient_message: 'Please read.',
        },
      }),
      'discussions',
    )
    expect(thread['group_id']).toBe(group_id)
    const ref = first(await get(`/b2/discussions/${thread['key']}`, { compact: 1 }), 'discussions')
    expect(ref).toMatchObject({ id: thread['id'], topic_id: expect.any(Number) })
    const said = { discussion_id: ref['id'], body: 'At mine.', body_format: 'md' }
    const comment = first(await post('/b2/comments', said), 'comments')
    expect(comment).toMatchObject({ body: 'At mine.', author_id: people.ada, parent_id: null })
    const answer = { parent_id: comment['id'], parent_type: 'Comment', body: 'Fine.' }
    expect(first(await post('/b2/comments', answer), 'comments')['parent_id']).toBe(comment['id'])

    const recipients = { recipient_user_ids: [people.ben], notify_recipients: false }
    const created = first(
      await post('/b2/polls', {
        ...recipients,
        poll: {
          title: 'At mine?',
          poll_type: 'proposal',
          options: ['agree', 'abstain', 'disagree'],
          closing_at: '2099-01-31T18:00:00Z',
          hide_results: 'until_closed',
          notify_on_open: false,
          topic_id: ref['topic_id'],
          ...recipients,
        },
      }),
      'polls',
    )
    expect(created).toMatchObject({ topic_id: ref['topic_id'], group_id, opened_at: expect.any(String) })
    expect(created['poll_option_names']).toEqual(['agree', 'abstain', 'disagree'])

    const page = await get('/b2/polls', { group_id, status: 'active', limit: 50, offset: 0, ...LIST })
    expect(page.meta.total).toBe(1)
    expect(first(page, 'polls')).toMatchObject({ id: created['id'], results: [], stance_counts: [] })
    const shown = await get(`/b2/polls/${created['key']}`, SHOW)
    expect(shown['poll_options']?.map(({ poll_id }) => poll_id)).toEqual(Array(3).fill(created['id']))
    expect(shown['stances']).toEqual([])
    const threads = await get('/b2/discussions', { group_id, status: 'open', limit: 1, ...LIST })
    expect(first(threads, 'discussions')['id']).toBe(thread['id'])
    expect(threads.meta.total).toBe(2)
  })

  test('reads new activity, then a thread as items and as one text', async () => {
    const THREADS = { exclude_types: 'topic group parent membership reaction translation' }
    const page = await get('/b2/threads', { limit: 20, offset: 0, ...THREADS })
    const row = first(page, 'threads')
    expect(page.meta.total).toBeGreaterThan(0)
    expect(row).toMatchObject({ topicable_type: 'Discussion', last_activity_at: expect.any(String) })
    const front = page['discussions']?.find(({ id }) => id === row['topicable_id'])
    expect(front).toMatchObject({ title: 'Where to meet', key: expect.any(String) })
    const shown = first(await get(`/b2/threads/${row['id']}`, { compact: 1 }), 'threads')
    expect(shown).toMatchObject({ id: row['id'], group_id })
    const body = await get(`/b2/threads/${row['id']}/items`, { compact: 1 })
    const { items = [], comments = [], polls = [], users = [] } = body
    expect(body.meta.total).toBe(items.length)
    expect(items[0]).toMatchObject({ itemable_type: 'Discussion', itemable_id: row['topicable_id'] })
    for (const { itemable_type, itemable_id, actor_id } of items) {
      const roots: Record<string, Json[]> = { Comment: comments, Poll: polls, Discussion: [front ?? {}] }
      expect(roots[String(itemable_type)]?.some(({ id }) => id === itemable_id)).toBe(true)
      expect(users.some(({ id }) => id === actor_id)).toBe(true)
    }
    const { markdown } = (await get(`/b2/threads/${row['id']}/markdown`, {})) as unknown as Json
    expect(/^# (.+)$/m.exec(String(markdown))?.[1]).toBe('Where to meet')
  })

  test('edits and deletes what it made', async () => {
    const discussion = { title: 'Typo', group_id, notify_recipients: false }
    const thread = first(await post('/b2/discussions', { discussion }), 'discussions')
    const path = `/b2/discussions/${thread['key']}`
    const named = await write('PATCH', path, { discussion: { title: 'No typo', private: true } })
    expect(first(named, 'discussions')['title']).toBe('No typo')
    const said = first(await post('/b2/comments', { discussion_id: thread['id'], body: 'x' }), 'comments')
    const edited = { body: '<p>y</p>', body_format: 'html' }
    expect(first(await write('PATCH', `/b2/comments/${said['id']}`, edited), 'comments')['body']).toBe('y')
    const poll = { title: 'Q', poll_type: 'poll', options: ['a', 'b'], topic_id: thread['id'] }
    const made = first(await post('/b2/polls', { poll }), 'polls')
    const names = first(await get(`/b2/polls/${made['id']}`, { compact: 1 }), 'polls')['poll_option_names']
    const options = [...(names as string[]), 'c']
    const opened = { options, closing_at: '2099-01-31T18:00:00Z', notify_on_open: false }
    expect(first(await write('PATCH', `/b2/polls/${made['id']}`, { poll: opened }), 'polls')).toMatchObject({
      poll_option_names: ['a', 'b', 'c'],
      opened_at: expect.any(String),
    })
    for (const [root, gone] of [
      ['comments', `/b2/comments/${said['id']}`],
      ['polls', `/b2/polls/${made['key']}`],
      ['discussions', path],
    ] as const)
      expect(first(await write('DELETE', gone, {}), root)['discarded_at']).toEqual(expect.any(String))
  })

  test('gets a sentence about features that this service does not have', async () => {
    for (const path of ['/b2/search?author_id=1&compact=1', '/b2/reports?section=users', '/b3/users']) {
      const refused = await fetch(`${base}${path}`, { headers: headers() })
      expect(refused.status).toBe(404)
      expect(await refused.json()).toMatchObject({
        code: 'not_offered',
        error: expect.stringMatching(/\w \w.*\./),
      })
    }
  })

  test('starts a poll without a thread, and learns that one without a closing time is a draft', async () => {
    const poll = { title: 'Tea?', poll_type: 'poll', options: ['tea', 'coffee'], group_id }
    const created = first(await post('/b2/polls', { poll }), 'polls')
    expect(created).toMatchObject({ group_id, topic_id: null, opened_at: null })
  })

  test('reads and sets the members of a group', async () => {
    const roster = await get('/b2/memberships', { group_id, limit: 200, offset: 0, compact: 1 })
    const { memberships = [], users = [] } = roster
    expect(roster.meta.total).toBe(memberships.length)
    for (const { user_id } of memberships) expect(users.some(({ id }) => id === user_id)).toBe(true)
    const emails = memberships.map((one) => one['user_email'])
    expect(await post('/b2/memberships', { group_id, emails: [...emails, 'new@mill.example'] })).toEqual({
      added_emails: ['new@mill.example'],
      removed_emails: [],
    })
    expect(await post('/b2/memberships', { group_id, emails, remove_absent: 1 })).toEqual({
      added_emails: [],
      removed_emails: ['new@mill.example'],
    })
  })

  test('finds the problems in the error fields that it reads', async () => {
    const refused = await fetch(`${base}/b2/polls`, {
      method: 'POST',
      headers: { ...headers(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ poll: { title: '', poll_type: 'stv', group_id } }),
    })
    expect(refused.status).toBe(422)
    const { errors, error } = (await refused.json()) as { errors: Record<string, string[]>; error: string }
    expect(Object.keys(errors).sort()).toEqual(['poll_type', 'title'])
    for (const messages of Object.values(errors)) expect(Array.isArray(messages)).toBe(true)
    expect(error).toMatch(/Title/)
    const { status } = await fetch(`${base}/b2/groups`, { headers: { Authorization: 'Bearer rotated' } })
    expect(status).toBe(403)
  })
})

describe('an older connector', () => {
  test('reads private threads, starts one, comments with a form, and reads the events', async () => {
    const group = first(await get(`/v1/groups/${group_id}`, {}), 'groups')
    expect(group['discussion_privacy_options']).not.toBe('public_only')
    const thread = first(
      await post('/b2/discussions', { title: 'Older', group_id, private: true }),
      'discussions',
    )
    for (const fields of [{ body: 'Plain' }, { body: '<p>Rich</p>', body_format: 'html' }]) {
      const said = first(await postForm(`/b2/comments?discussion_id=${thread['id']}`, fields), 'comments')
      expect(said).toMatchObject({ discussion_id: thread['id'], author_id: people.ada })
    }
    await post('/b2/polls', {
      title: 'Q',
      poll_type: 'proposal',
      discussion_id: thread['id'],
      notify_on_closing_soon: 'all_members',
    })
    const events = await get('/v1/events', { discussion_id: Number(thread['id']), per: 200, from: 0 })
    expect(events['events']?.map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
      ['new_discussion', people.ada],
      ['new_comment', people.ada],
      ['new_comment', people.ada],
      ['poll_created', people.ada],
    ])
    const none = await get('/v1/events', { discussion_id: Number(thread['id']), per: 200, from: 200 })
    expect(none['events']).toEqual([])
  })

  test('finds groups by requesting the polls of each id', async () => {
    const found = await get('/b2/polls', { group_id, limit: 1, status: 'all' })
    expect(found['groups']).toMatchObject([{ id: group_id, handle: 'mill-lane' }])
    const missed = await fetch(`${base}/b2/polls?group_id=999999&limit=1&status=all`, { headers: headers() })
    expect(missed.status).toBe(404)
  })
})

describe('the examples of b2 services', () => {
  const curl = async (path: string, body: object) =>
    answered(
      await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, api_key: key }),
      }),
    )

  test('make threads and polls and set members, with the key in the body', async () => {
    const thread = { group_id, title: 'example thread', recipient_emails: ['ada@mill.example'] }
    expect(first(await curl('/b2/discussions', thread), 'discussions')).toMatchObject({
      title: 'example thread',
    })
    const poll = {
      group_id,
      title: 'example poll',
      poll_type: 'proposal',
      options: ['agree', 'disagree'],
      closing_at: '2099-01-31T18:00:00Z',
      recipient_emails: ['ada@mill.example'],
    }
    expect(first(await curl('/b2/polls', poll), 'polls')).toMatchObject({ title: 'example poll', group_id })
    const members = { group_id, emails: ['person@example.com'] }
    expect(await curl('/b2/memberships', members)).toEqual({
      added_emails: ['person@example.com'],
      removed_emails: [],
    })
  })

  test('list with the key in the query', async () => {
    for (const root of ['discussions', 'polls', 'memberships']) {
      const listed = await answered(await fetch(`${base}/b2/${root}?api_key=${key}&group_id=${group_id}`))
      expect(listed[root]?.length).toBeGreaterThan(0)
    }
  })
})
