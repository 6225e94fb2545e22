import { describe, expect, test } from 'vitest'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { hold } from '../hold.ts'
import { rows } from './acts.ts'
import { expectRefused, openB2 } from './b2.ts'

/** Every b2 call, with its successes and failures. */

const at = await openB2()
const { as, group_id, thread, people } = at
const OPEN = {
  title: 'Blue?',
  poll_type: 'proposal',
  options: ['agree', 'disagree'],
  closing_at: '2099-01-01',
}

const makePoll = async (changes: object = {}) =>
  (await as.ada.post('/polls', { group_id, ...OPEN, ...changes })).json().polls[0]

describe('groups', () => {
  test('are listed with one’s own membership: those one has joined', async () => {
    const answer = (await as.ben.get('/groups')).json()
    expect(answer.groups).toMatchObject([{ id: group_id, handle: 'mill-lane', memberships_count: 4 }])
    expect(answer.memberships).toMatchObject([{ group_id, user_id: people.ben, admin: false }])
    expect(answer.users).toMatchObject([{ id: people.ben, name: 'Ben Ash' }])
    expect(answer.meta).toEqual({ root: 'groups', total: 1, suspended: [] })
    for (const who of ['cleo', 'gone', 'stranger', 'guest'] as const)
      expect((await as[who].get('/groups')).json().meta.total).toBe(0)
  })

  test('are found by id, key and handle', async () => {
    const { key } = (await as.ada.get('/groups')).json().groups[0]
    for (const ref of [group_id, key, 'mill-lane'])
      expect((await as.ben.get(`/groups/${ref}`)).json().groups).toMatchObject([{ id: group_id }])
    expectRefused(await as.ben.get('/groups/orchard'), 404, 'not_found')
    expectRefused(await as.stranger.get('/groups/mill-lane'), 404, 'not_found')
  })
})

describe('threads', () => {
  test('are started by the key’s person, from flat and from nested fields', async () => {
    const flat = (await as.ben.post('/discussions', { group_id, title: 'Flat' })).json()
    const nested = (await as.ben.post('/discussions', { discussion: { group_id, title: 'Nested' } })).json()
    for (const { discussions, meta } of [flat, nested]) {
      expect(discussions[0]).toMatchObject({ group_id, author_id: people.ben, topic_id: discussions[0].id })
      expect(meta.root).toBe('discussions')
    }
    expect(nested.discussions[0].title).toBe('Nested')
  })

  test('report every invalid field and every unknown field', async () => {
    const title = 'x'.repeat(151)
    expectRefused(await as.ben.post('/discussions', { title: '' }), 422, 'invalid', ['group_id', 'title'])
    expectRefused(
      await as.ben.post('/discussions', { group_id, title, recipient_emails: ['no'], private: 'x' }),
      422,
      'invalid',
      ['title', 'recipient_emails', 'private'],
    )
    const answer = await as.ben.post('/discussions', {
      discussion: { group_id, title: 'Tagged', pinned: true },
    })
    expect(answer.headers['folkmoot-ignored-fields']).toBe('pinned')
  })

  test('notify their recipients, or nobody if the request says so', async () => {
    const told = async (changes: object) => {
      const fields = { group_id, title: 'Quiet', recipient_user_ids: [people.ada], ...changes }
      const guests = { recipient_emails: ['quiet@else.example'], recipient_audience: 'group' }
      const { id } = (await as.ben.post('/discussions', { ...fields, ...guests })).json().discussions[0]
      const found = await rows<{ told: number; guests: number }>(
        at.world.db,
        `with gone as (update discussions set discarded_at = now() where id = $1)
         select cardinality(recipient_ids) as told,
           (select count(*)::int from thread_guests where discussion_id = $1) as guests
         from events where discussion_id = $1 and kind = 'new_discussion'`,
        [id],
      )
      return found[0]
    }
    expect(await told({ notify_recipients: false })).toEqual({ told: 0, guests: 1 })
    for (const changes of [{}, { notify_recipients: true }]) {
      const found = await told(changes)
      expect(found?.guests).toBe(1)
      expect(found?.told).toBeGreaterThan(1)
    }
  })

  test('are listed by status, with limit and offset', async () => {
    await at.world.db.pool.query('update discussions set closed_at = now() where title = $1', ['Flat'])
    const titles = async (query: string) => {
      const { discussions, meta } = (await as.ben.get(`/discussions?group_id=${group_id}${query}`)).json()
      return [discussions.map(({ title }: { title: string }) => title), meta.total]
    }
    expect(await titles('')).toEqual([['Tagged', 'Nested', 'Flat', 'Paint'], 4])
    expect(await titles('&status=all&limit=2&offset=1')).toEqual([['Nested', 'Flat'], 4])
    expect(await titles('&per=1&from=3')).toEqual([['Paint'], 4])
    for (const open of ['open', 'unlocked'])
      expect(await titles(`&status=${open}`)).toEqual([['Tagged', 'Nested', 'Paint'], 3])
    for (const closed of ['closed', 'locked'])
      expect(await titles(`&status=${closed}`)).toEqual([['Flat'], 1])
    expectRefused(await as.ben.get('/discussions?status=mine&limit=0&offset=-1'), 422, 'invalid', [
      'group_id',
      'status',
      'limit',
      'offset',
    ])
  })

  test('are shown by id and key', async () => {
    for (const ref of [thread.id, thread.key])
      expect((await as.ben.get(`/discussions/${ref}`)).json().discussions[0]).toMatchObject({
        title: 'Paint',
      })
    for (const ref of ['999999', 'AAAAAAAA', 'no-key-at-all', '9'.repeat(30)])
      expectRefused(await as.ben.get(`/discussions/${ref}`), 404, 'not_found')
  })
})

describe('polls', () => {
  test('belong to a group, or to a thread by id or key', async () => {
    expect(await makePoll()).toMatchObject({
      group_id,
      discussion_id: null,
      topic_id: null,
      author_id: people.ada,
    })
    for (const place of [
      { discussion_id: thread.id },
      { topic_id: thread.id },
      { topic_id: thread.id, group_id },
    ]) {
      const { polls, discussions } = (await as.ben.post('/polls', { poll: { ...OPEN, ...place } })).json()
      expect(polls[0]).toMatchObject({ group_id, discussion_id: thread.id, topic_id: thread.id })
      expect(discussions[0]).toMatchObject({ id: thread.id, topic_id: thread.id })
    }
  })

  test('remind their voters if all members are named, and refuse an unknown audience', async () => {
    const poll = await makePoll({ notify_on_closing_soon: 'all_members' })
    expect(poll).toMatchObject({ notify_on_closing_soon: 'voters' })
    const answer = await as.ada.post('/polls', { group_id, ...OPEN, notify_on_closing_soon: 'everyone' })
    expectRefused(answer, 422, 'invalid', ['notify_on_closing_soon'])
  })

  test('report invalid fields, and must belong to the thread’s group', async () => {
    expectRefused(await as.ben.post('/polls', { poll: OPEN }), 422, 'invalid', ['group_id'])
    expectRefused(
      await as.ben.post('/polls', { ...OPEN, title: '', poll_type: 'lottery', closing_at: '2001-01-01' }),
      422,
      'invalid',
      ['poll_type', 'group_id', 'title', 'closing_at'],
    )
    expectRefused(await as.ben.post('/polls', { group_id, title: 'x' }), 422, 'invalid', ['poll_type'])
    expectRefused(
      await as.ben.post('/polls', { ...OPEN, discussion_id: thread.id, group_id: group_id + 1 }),
      422,
      'invalid',
      ['group_id'],
    )
    expectRefused(await as.ben.post('/polls', { ...OPEN, topic_id: 'x' }), 422, 'invalid', ['topic_id'])
    expectRefused(await as.ben.post('/polls', { ...OPEN, discussion_id: 999_999 }), 404, 'not_found')
    const two = { discussion_id: thread.id, topic_id: thread.id + 1 }
    expectRefused(await as.ben.post('/polls', { ...OPEN, ...two }), 422, 'invalid', ['topic_id'])
  })

  test('report contradicting fields', async () => {
    const answer = await as.ben.post('/polls', {
      title: 'Outer',
      details: 'Same',
      poll: { ...OPEN, group_id, title: 'Inner', details: 'Same' },
    })
    expect(answer.json().polls).toMatchObject([{ title: 'Inner', details: 'Same' }])
    expect(answer.headers['folkmoot-ignored-fields']).toBe('title')
  })

  test('are refused in a closed thread', async () => {
    const [{ id }] = (await as.ada.get(`/discussions?group_id=${group_id}&status=closed`)).json().discussions
    expectRefused(await as.ada.post('/polls', { ...OPEN, discussion_id: id }), 409, 'thread_closed')
  })

  test('are refused in a thread that closes in the meantime', async () => {
    const made = await as.ada.post('/discussions', { group_id, title: 'Closing' })
    const { id } = made.json().discussions[0]
    const closing = await hold(at.world.db, 'update discussions set closed_at = now() where id = $1', [id])
    const starting = as.ada.post('/polls', { ...OPEN, discussion_id: id })
    await closing.waitedFor()
    await closing.release()
    expectRefused(await starting, 409, 'thread_closed')
  })

  test('are listed by status, by default the open ones', async () => {
    const draft = await makePoll({ closing_at: null, title: 'Draft' })
    const ids = async (query: string): Promise<number[]> =>
      (await as.ben.get(`/polls?group_id=${group_id}${query}`))
        .json()
        .polls.map(({ id }: { id: number }) => id)
    const closed = await makePoll({ title: 'Closed' })
    await at.world.db.pool.query('update polls set closing_at = now(), opened_at = now() where id = $1', [
      closed.id,
    ])
    const active = await ids('')
    expect(active).not.toContain(draft.id)
    expect(await ids('&status=active')).toEqual(active)
    expect(await ids('&status=closed')).toEqual([closed.id])
    expect(await ids('&status=all')).toEqual([closed.id, draft.id, ...active])
    expect(await ids('&limit=1&offset=1')).toEqual(active.slice(1, 2))
    expectRefused(await as.ben.get(`/polls?group_id=${group_id}&status=draft`), 422, 'invalid', ['status'])
  })

  test('show voters their own vote and the results it opens, and others neither', async () => {
    const { id, key } = await makePoll({ hide_results: 'until_vote' })
    await castBallot(at.world.db, { poll_id: id, user_id: people.ben, choices: { agree: 1 }, reason: null })
    const own = (await as.ben.get(`/polls/${key}`)).json()
    expect(own.stances).toMatchObject([{ participant_id: people.ben, my_stance: true }])
    expect(own.polls[0]).toMatchObject({ results_visible: true, my_stance_id: own.stances[0].id })
    expect(own.polls[0].stance_counts).toEqual([1, 0])
    const other = (await as.ada.get(`/polls/${id}`)).json()
    expect(other.stances).toEqual([])
    expect(other.polls[0]).toMatchObject({ results_visible: false, results: [], my_stance_id: null })
    const seenBy = async (who: 'ada' | 'ben') =>
      (await as[who].get(`/polls?group_id=${group_id}&limit=1`)).json().polls[0].results_visible
    expect([await seenBy('ada'), await seenBy('ben')]).toEqual([false, true])
  })
})

describe('memberships', () => {
  test('are listed without addresses; for admins with addresses and invited people', async () => {
    const listed = async (who: 'ada' | 'ben') => {
      const { memberships, users, meta } = (await as[who].get(`/memberships?group_id=${group_id}`)).json()
      expect(users.length).toBe(memberships.length)
      return {
        count: memberships.length,
        total: meta.total,
        emails: memberships.map((m: { user_email: string }) => m.user_email),
      }
    }
    const own = await listed('ada')
    expect(own).toMatchObject({ count: 4, total: 4 })
    expect(own.emails).toContain('cleo@mill.example')
    const bens = await listed('ben')
    expect(bens).toEqual({ count: 2, total: 2, emails: [null, null] })
    const [first] = (await as.ada.get(`/memberships?group_id=${group_id}&limit=1&offset=1`)).json()
      .memberships
    expect(first.user_id).toBe(people.ben)
    expectRefused(await as.ben.get('/memberships'), 422, 'invalid', ['group_id'])
  })

  test('are shown one by one, as in the list', async () => {
    const { memberships } = (await as.ada.get(`/memberships?group_id=${group_id}`)).json()
    const idOf = (user_id: number) => memberships.find((m: { user_id: number }) => m.user_id === user_id)?.id
    const show = (who: 'ada' | 'ben', id: number) => as[who].get(`/memberships/${id}?group_id=${group_id}`)
    expect((await show('ada', idOf(people.cleo))).json().memberships[0].user_email).toBe('cleo@mill.example')
    expect((await show('ben', idOf(people.ada))).json().memberships[0]).toMatchObject({ user_email: null })
    expectRefused(await show('ben', idOf(people.cleo)), 404, 'not_found')
    expectRefused(await show('ada', 999_999), 404, 'not_found')
  })

  test('are managed by admins only, who keep their group', async () => {
    const emails = ['new@mill.example']
    expectRefused(await as.ben.post('/memberships', { group_id, emails }), 403, 'admins_only')
    expect((await as.ada.post('/memberships', { group_id, emails })).json()).toEqual({
      added_emails: emails,
      removed_emails: [],
    })
    expectRefused(
      await as.ada.post('/memberships', { group_id, emails: ['no', 'new@mill.example'] }),
      422,
      'invalid',
      ['emails'],
    )
    const others = await as.ada.post('/memberships', { group_id, emails, remove_absent: 1 })
    expectRefused(others, 422, 'would_remove_last_admin')
    const dry = await as.ada.post('/memberships', {
      group_id,
      emails: ['ada@mill.example'],
      remove_absent: 1,
      dry_run: true,
    })
    expect(dry.json().removed_emails).toContain('ben@mill.example')
    expectRefused(await as.ada.post('/memberships', { emails }), 422, 'invalid', ['group_id'])
  })
})

describe('comments', () => {
  test('reply to a thread or a comment, and are listed and shown', async () => {
    const first = (await as.ben.post('/comments', { discussion_id: thread.id, body: 'Blue, please.' })).json()
    expect(first.comments[0]).toMatchObject({ author_id: people.ben, body: 'Blue, please.', parent_id: null })
    const { id } = first.comments[0]
    const reply = { parent_id: id, parent_type: 'Comment', body: 'Green!', body_format: 'md' }
    expect((await as.ada.post('/comments', reply)).json().comments[0]).toMatchObject({ parent_id: id })
    const elsewhere = { ...reply, discussion_id: thread.id + 1 }
    expectRefused(await as.ada.post('/comments', elsewhere), 422, 'invalid', ['discussion_id'])
    const other = { parent_id: thread.id, parent_type: 'Discussion', body: 'Third' }
    expect((await as.ada.post('/comments', { comment: other })).json().comments[0]).toMatchObject({
      parent_id: null,
    })
    const listed = (await as.ben.get(`/comments?discussion_id=${thread.id}&limit=2&offset=1`)).json()
    expect(listed.comments.map(({ body }: { body: string }) => body)).toEqual(['Green!', 'Third'])
    expect(listed.meta.total).toBe(3)
    expect((await as.ben.get(`/comments/${id}`)).json().comments[0]).toMatchObject({
      id,
      body: 'Blue, please.',
    })
  })

  test('are stored as Markdown, also if sent as HTML', async () => {
    const body = '<p>Hello <b>Ada</b>,<br>see <a href="https://x.example">this</a></p><script>x()</script>'
    const said = { discussion_id: thread.id, body, body_format: 'html' }
    const [comment] = (await as.ben.post('/comments', said)).json().comments
    expect(comment).toMatchObject({
      body: 'Hello **Ada**,\nsee [this](<https://x.example>)',
      body_format: 'md',
    })
    for (const empty of ['<p> </p>', '<script>x()</script>'])
      expectRefused(await as.ben.post('/comments', { ...said, body: empty }), 422, 'invalid', ['body'])
    const long = `<p>${'x'.repeat(100_000)}</p>`
    expectRefused(await as.ben.post('/comments', { ...said, body: long }), 422, 'invalid', ['body'])
  })

  test('may name their thread in the query', async () => {
    const other = (await as.ada.post('/discussions', { group_id, title: 'Second' })).json().discussions[0]
    const to = (id: unknown, fields: Record<string, unknown>, headers = {}) =>
      as.ben.post(`/comments?discussion_id=${id}`, fields, headers)
    for (const fields of [{ body: 'x' }, { body: 'x', discussion_id: other.id }, { comment: { body: 'x' } }])
      expect((await to(other.id, fields)).json().comments[0]).toMatchObject({ discussion_id: other.id })
    expectRefused(await to(other.id, { body: 'x', discussion_id: thread.id }), 422, 'invalid', [
      'discussion_id',
    ])
    expectRefused(await to('x', { body: 'x' }), 422, 'invalid', ['discussion_id'])
    expectRefused(await to(999_999, { body: 'x' }), 404, 'not_found')
  })

  test('with the same Idempotency-Key go to one thread, also if the query names it', async () => {
    const once = { 'idempotency-key': 'say-it' }
    const to = (id: number) => as.ben.post(`/comments?discussion_id=${id}`, { body: 'Once' }, once)
    const first = await to(thread.id)
    expect((await to(thread.id)).body).toBe(first.body)
    expectRefused(await to(thread.id + 1), 422, 'idempotency_key_reuse')
  })

  test('report invalid fields', async () => {
    const post = (fields: Record<string, unknown>) => as.ben.post('/comments', fields)
    expectRefused(await post({ body: 'x' }), 422, 'invalid', ['discussion_id'])
    expectRefused(await post({ discussion_id: thread.id }), 422, 'invalid', ['body'])
    expectRefused(await post({ discussion_id: thread.id, body: ' ' }), 422, 'invalid', ['body'])
    expectRefused(await post({ parent_id: 1, parent_type: 'Poll', body: 'x' }), 422, 'invalid', [
      'parent_type',
    ])
    expectRefused(await post({ discussion_id: thread.id, body: 'x', body_format: 'rtf' }), 422, 'invalid', [
      'body_format',
    ])
    expectRefused(await post({ discussion_id: 999_999, body: 'x' }), 404, 'not_found')
    expectRefused(
      await post({
        discussion_id: thread.id,
        parent_id: thread.id + 1,
        parent_type: 'Discussion',
        body: 'x',
      }),
      422,
      'invalid',
      ['parent_id'],
    )
    expectRefused(await post({ parent_id: 999_999, body: 'x' }), 404, 'not_found')
    expectRefused(await as.ben.get('/comments/x'), 404, 'not_found')
    expectRefused(await as.ben.get('/comments'), 422, 'invalid', ['discussion_id'])
  })
})
