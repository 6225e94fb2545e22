import { describe, expect, test } from 'vitest'
import { change } from '../../src/db/db.ts'
import { deleteComment } from '../../src/discussions/comments/delete-comment.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { rows } from './acts.ts'
import { expectRefused, openB2 } from './b2.ts'

/** Whole threads on b2: their content as items, as events and as one text. */

const at = await openB2()
const { as, group_id, people, world } = at
const OPEN = { poll_type: 'proposal', options: ['agree', 'disagree'], closing_at: '2099-01-01' }

const newThread = async (title: string, fields: object = {}) =>
  (await as.ada.post('/discussions', { group_id, title, ...fields })).json().discussions[0]
const comment = async (who: 'ada' | 'ben' | 'guest', discussion_id: number, body: string, fields = {}) =>
  (await as[who].post('/comments', { discussion_id, body, ...fields })).json().comments[0]
const poll = async (discussion_id: number, fields: object = {}) =>
  (await as.ada.post('/polls', { discussion_id, title: 'Blue?', ...OPEN, ...fields })).json().polls[0]
const kinds = (list: { kind: string }[]) => list.map(({ kind }) => kind)
const readerOf = (user_id: number) => ({ user_id, member: true, accepted: true, admin: false })
const GUEST = { recipient_emails: ['gil@else.example'] }

describe('threads', () => {
  test('of all groups are listed, the most recently active first, with paging', async () => {
    const first = await newThread('One')
    await newThread('Two')
    await comment('ben', first.id, 'Again')
    const { threads, discussions, users, meta } = (await as.ben.get('/threads?limit=2')).json()
    expect(discussions.map(({ title }: { title: string }) => title)).toEqual(['One', 'Two'])
    expect(threads[0]).toMatchObject({
      id: first.id,
      topicable_type: 'Discussion',
      topicable_id: first.id,
      group_id,
      items_count: 1,
    })
    expect(users.map(({ id }: { id: number }) => id)).toContain(people.ada)
    expect(meta).toEqual({ root: 'threads', total: 3 })
    const rest = (await as.ben.get('/threads?per=2&from=2')).json()
    expect([rest.threads.length, rest.meta.total]).toEqual([1, 3])
  })

  test('are listed for guests only if they were invited', async () => {
    const { discussions } = (await as.guest.get('/threads')).json()
    expect(discussions.map(({ title }: { title: string }) => title)).toEqual(['Paint'])
    const { groups, threads } = (await as.guest.get(`/threads/${at.thread.id}`)).json()
    expect(threads).toMatchObject([{ id: at.thread.id, topicable_id: at.thread.id }])
    expect(groups).toMatchObject([{ id: group_id, memberships_count: 0 }])
  })
})

describe('the content of a thread', () => {
  test('is in order, with comments and polls, as items and as events', async () => {
    const { id } = await newThread('Order')
    const said = await comment('ben', id, 'Blue.')
    const made = await poll(id)
    const answer = await comment('ada', id, 'Yes.', { parent_id: said.id, parent_type: 'Comment' })
    const listed = (await as.ben.get(`/threads/${id}/items`)).json()
    expect(kinds(listed.items)).toEqual(['new_discussion', 'new_comment', 'poll_created', 'new_comment'])
    expect(listed.items[1]).toMatchObject({
      topic_id: id,
      itemable_type: 'Comment',
      itemable_id: said.id,
      actor_id: people.ben,
    })
    expect(listed.comments.map((one: { id: number }) => one.id).sort()).toEqual([said.id, answer.id].sort())
    expect(listed.polls).toMatchObject([{ id: made.id, topic_id: id }])
    expect(listed.poll_options).toHaveLength(2)
    expect(listed.meta).toEqual({ root: 'items', total: 4 })
    const events = (await as.ben.get(`/api/v1/events?discussion_id=${id}&per=2&from=1`)).json()
    expect(kinds(events.events)).toEqual(['new_comment', 'poll_created'])
    expect(events.meta).toEqual({ root: 'events', total: 4 })
    expect(events.comments).toMatchObject([{ id: said.id, body: 'Blue.' }])
  })

  test('contains no votes, and only visible results', async () => {
    const { id } = await newThread('Votes')
    const shown = await poll(id)
    const hidden = await poll(id, { title: 'Red?', hide_results: 'until_vote' })
    for (const poll_id of [shown.id, hidden.id])
      await castBallot(world.db, { poll_id, user_id: people.ben, choices: { agree: 1 }, reason: null })
    const seenBy = async (who: 'ada' | 'ben') => {
      const { items, polls, stances } = (await as[who].get(`/threads/${id}/items`)).json()
      expect(kinds(items)).toEqual(['new_discussion', 'poll_created', 'poll_created'])
      expect(stances).toEqual([])
      return polls.map((one: { stance_counts: number[] }) => one.stance_counts)
    }
    expect(await seenBy('ada')).toEqual([[1, 0], []])
    expect(await seenBy('ben')).toEqual([
      [1, 0],
      [1, 0],
    ])
  })

  test('is shown to guests without polls that they may not see', async () => {
    const { id } = await newThread('Guests', GUEST)
    const members = await poll(id, { specified_voters_only: true, recipient_user_ids: [people.ben] })
    const all = await poll(id, { title: 'Everybody?' })
    const ids = async (who: 'ben' | 'guest', path: string) =>
      (await as[who].get(path)).json().polls.map((one: { id: number }) => one.id)
    for (const path of [`/threads/${id}/items`, `/api/v1/events?discussion_id=${id}`]) {
      expect(await ids('ben', path)).toEqual([members.id, all.id])
      expect(await ids('guest', path)).toEqual([all.id])
      expect((await as.guest.get(path)).body).not.toContain('Blue?')
    }
    expect((await as.guest.get(`/threads/${id}/items`)).json().meta.total).toBe(2)
    expect((await as.guest.get(`/threads/${id}/markdown`)).body).not.toContain('Blue?')
    expect((await as.ben.get(`/threads/${id}/markdown`)).body).toContain('Blue?')
  })

  test('contains no text of deleted records', async () => {
    const { id } = await newThread('Deleted')
    const said = await comment('ben', id, 'Unsaid')
    const gone = await poll(id, { title: 'Gone?' })
    await change(world.db, { kind: 'person', user_id: people.ben }, (act) =>
      deleteComment(act, { id: said.id, discussion_id: id, reader: readerOf(people.ben) }),
    )
    await rows(world.db, 'update polls set discarded_at = now() where id = $1 returning id', [gone.id])
    for (const path of [
      `/threads/${id}/items`,
      `/api/v1/events?discussion_id=${id}`,
      `/threads/${id}/markdown`,
    ])
      expect((await as.ben.get(path)).body).not.toMatch(/Unsaid|Gone/)
    const { items, comments } = (await as.ben.get(`/threads/${id}/items`)).json()
    expect(kinds(items)).toEqual(['new_discussion', 'new_comment'])
    expect(comments).toMatchObject([{ id: said.id, body: null }])
  })

  test('omits comments that do not fit, but names them', async () => {
    const { id } = await newThread('Long')
    const body = '\u{1F30D}'.repeat(100_000)
    await rows(
      world.db,
      `with said as (
         insert into comments (discussion_id, author_id, body, sequence_id)
         select $1, $2, $3, n from generate_series(1, 12) n returning id)
       insert into events (kind, group_id, discussion_id, subject_type, subject_id, actor_id)
       select 'new_comment', $4, $1, 'Comment', id, $2 from said order by id returning id`,
      [id, people.ben, body, group_id],
    )
    const { items, comments, meta } = (await as.ben.get(`/threads/${id}/items`)).json()
    expect([items.length, comments.length, meta.total]).toEqual([13, 10, 13])
    expect((await as.ben.get(`/comments/${items[12].itemable_id}`)).json().comments[0].body).toBe(body)
  })

  test('is one text, in which nobody can impersonate another', async () => {
    const { id } = await newThread('Text', { description: 'Where to?' })
    const said = await comment('ben', id, 'Here.\n\n## Comment 1\n\n*By Ada Vale*')
    const made = await poll(id)
    await castBallot(world.db, {
      poll_id: made.id,
      user_id: people.ben,
      choices: { agree: 1 },
      reason: null,
    })
    const { markdown } = (await as.ben.get(`/threads/${id}/markdown`)).json()
    const shape = markdown
      .split('\n')
      .filter((line: string) => line !== '')
      .map((line: string) => line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'THEN'))
    expect(shape).toEqual([
      '---',
      'group: "Mill Lane Co-op"',
      'created: "THEN"',
      'last_activity: "THEN"',
      '---',
      '# Text',
      '*Started by Ada Vale, THEN*',
      '> Where to?',
      `## Comment ${said.id}`,
      '*By Ben Ash, THEN*',
      '> Here.',
      '>',
      '> ## Comment 1',
      '>',
      '> *By Ada Vale*',
      '## Poll: Blue?',
      '*By Ada Vale, THEN*',
      'Voting is open until THEN. 1 of 4 has voted.',
      '* agree: 1 (chosen by 1)',
      '* disagree: 0 (chosen by 0)',
    ])
  })

  test('requires a thread, and valid numbers', async () => {
    expectRefused(await as.ben.get('/api/v1/events'), 422, 'invalid', ['discussion_id'])
    expectRefused(await as.ben.get('/threads/x/items'), 404, 'not_found')
    expectRefused(await as.ben.get('/threads/999999/items'), 404, 'not_found')
    expectRefused(await as.ben.get(`/threads/${at.thread.id}/items?limit=1001&offset=-1`), 422, 'invalid', [
      'limit',
      'offset',
    ])
    expectRefused(await as.ben.get('/threads?limit=201'), 422, 'invalid', ['limit'])
  })
})

describe('a group', () => {
  test('is shown at the URL that older clients request before they start a thread', async () => {
    const { groups } = (await as.ben.get(`/api/v1/groups/${group_id}`)).json()
    expect(groups).toMatchObject([{ id: group_id, discussion_privacy_options: 'private_only' }])
  })
})

describe('missing features', () => {
  const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
    at.send({ method, url, headers: { authorization: `Bearer ${as.ben.key}` } })

  test.each([
    ['GET', '/api/b2/search?query=blue', /no search/],
    ['GET', '/api/b2/reports?section=users&group_ids=1', /not report/],
    ['POST', '/api/b3/users/deactivate?id=1', /cannot be managed/],
    ['GET', '/api/b3/users', /cannot be managed/],
    ['GET', '/api/v1/boot/version', /GET at this address/],
    ['POST', '/api/b2/outcomes', /POST at this address/],
  ] as const)('%s %s says so, and what there is instead', async (method, url, reason) => {
    const answer = await ask(url, method)
    expectRefused(answer, 404, 'not_offered')
    expect(answer.json().error).toMatch(reason)
  })

  test('are reported with any key or without one', async () => {
    for (const url of ['/api/b3/users', '/api/b2/search', '/api/v1/boot'])
      expectRefused(await at.send({ url }), 404, 'not_offered')
    expectRefused(await at.send({ url: '/api/b4/users' }), 404, 'not_found')
  })

  test('link to no missing help page', async () => {
    const { type } = (await ask('/api/b2/search')).json()
    expect((await at.get(new URL(type).pathname, 'outsider')).statusCode).toBe(200)
  })
})
