import { describe, expect, test } from 'vitest'
import { addMembers, createWorld } from '../world.ts'
import { rows } from './acts.ts'
import {
  caller,
  expectInvalid,
  type Fields,
  ignoredBy,
  openApi,
  pollFields,
  pollOf,
  threadOf,
} from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben] = await addMembers(world)
const a = await caller(world, api)
const b = await caller(world, api, { variant: 'b' })

const make = async (changes: Fields, encoding: 'json' | 'form' | 'multipart' = 'json') =>
  pollOf(await a.post('/polls', pollFields(changes), { encoding }))

describe('empty strings in forms', () => {
  test('mean null in nullable fields', async () => {
    const nullable = {
      details: '',
      discussion_id: '',
      recipient_audience: '',
      recipient_message: '',
      group_id: '',
    }
    const numbers = {
      min_score: '',
      max_score: '',
      dots_per_person: '',
      agree_target: '',
      minimum_stance_choices: '',
    }
    const lists = { 'options[]': '', 'recipient_user_ids[]': '', recipient_emails: '' }
    const poll = await make(
      { ...nullable, ...numbers, ...lists, maximum_stance_choices: '', hide_results: '' },
      'form',
    )
    expect(poll).toMatchObject({
      details: null,
      discussion_id: null,
      min_score: 0,
      max_score: 5,
      dots_per_person: 8,
    })
    expect(poll).toMatchObject({ hide_results: 'off', poll_option_names: ['agree', 'abstain', 'disagree'] })
  })

  test('leave a choice at its default', async () => {
    const choices = { details_format: '', notify_on_closing_soon: '', stance_reason_required: '' }
    expect(await make(choices, 'form')).toMatchObject({
      details_format: 'md',
      notify_on_closing_soon: 'nobody',
      stance_reason_required: 'optional',
    })
    const { id } = await make({ hide_results: 'until_vote' })
    const change = await a.patch(`/polls/${id}`, { hide_results: '' }, { encoding: 'form' })
    expectInvalid(change, 'hide_results')
  })

  test('are blank in required fields', async () => {
    expectInvalid(
      await a.post('/polls', { title: '', poll_type: '' }, { encoding: 'form' }),
      'title',
      'poll_type',
    )
  })

  test('an empty emails is the empty list', async () => {
    for (const name of ['emails', 'emails[]']) {
      const answer = await a.post(
        '/memberships',
        { [name]: '', remove_absent: '1', dry_run: '1' },
        { encoding: 'form' },
      )
      expect(answer.json().removed_emails).toHaveLength(5)
    }
  })
})

describe('names of fields', () => {
  test('the old alias hides results until the poll is closed', async () => {
    for (const hide_results_until_closed of [true, 1])
      expect(await make({ hide_results_until_closed })).toMatchObject({
        hide_results: 'until_closed',
        hide_results_until_closed: true,
      })
    const form = await a.post('/polls', pollFields({ hide_results_until_closed: '1' }), { encoding: 'form' })
    expect(pollOf(form).hide_results).toBe('until_closed')
    expect(ignoredBy(form)).toEqual([])
    expect((await make({ hide_results_until_closed: false, hide_results: 'until_vote' })).hide_results).toBe(
      'until_vote',
    )
  })

  test('unknown ones are ignored and reported', async () => {
    const answer = await a.post('/polls', pollFields({ titel: 'x', 'a.b[c]-d_': 1 }))
    expect(answer.statusCode).toBe(200)
    expect(ignoredBy(answer)).toEqual(['titel', 'a.b[c]-d_'])
    expect(ignoredBy(await a.post('/polls', { titel: 'x' }))).toEqual(['titel'])
    expect(ignoredBy(await a.post('/polls', pollFields()))).toEqual([])
    expect(ignoredBy(await a.get('/memberships?pre=3'))).toEqual(['pre'])
    expect(ignoredBy(await a.post('/memberships', { emails: [], remove_abscent: true }))).toEqual([
      'remove_abscent',
    ])
  })

  test('at most twenty are reported, and none with characters that a header must not contain', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, index]))
    expect(ignoredBy(await a.post('/polls', pollFields(many)))).toHaveLength(20)
    const hostile = {
      'a\r\nSet-Cookie: x=1': 1,
      é: 1,
      'a b': 1,
      'a,b': 1,
      ['x'.repeat(65)]: 1,
      '': 1,
      '\u0001': 1,
      '<b>': 1,
    }
    const answer = await a.post('/polls', pollFields({ ...hostile, ['y'.repeat(64)]: 1 }))
    expect(ignoredBy(answer)).toEqual(['y'.repeat(64)])
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  test('names of built-in object properties are ordinary names', async () => {
    const body =
      '{"title":"T","poll_type":"count","__proto__":{"anonymous":true},"constructor":1,"toString":1}'
    const headers = { authorization: `Bearer ${a.key}`, 'content-type': 'application/json' }
    const json = await api.send({ method: 'POST', url: '/api/b1/polls', headers, payload: body })
    expect(ignoredBy(json)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(pollOf(json).anonymous).toBe(false)
    const payload = 'title=T&poll_type=count&__proto__[]=x&__proto__=y&constructor=1&hasOwnProperty=1'
    const type = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    const form = await api.send({ method: 'POST', url: '/api/b1/polls', headers: type, payload })
    expect(ignoredBy(form)).toEqual(['__proto__', 'constructor', 'hasOwnProperty'])
    expect(({} as Record<string, unknown>)['anonymous']).toBeUndefined()
  })

  test('only documented fields can be set', async () => {
    const stolen = {
      id: 7_777,
      key: 'AAAAAAAA',
      author_id: ben,
      closed_at: '2020-01-01',
      opened_at: '2020-01-01',
      created_at: '2020-01-01',
    }
    const counts = {
      voters_count: 99,
      total_score: 9,
      version: 9,
      discarded_at: '2020-01-01',
      custom_fields: {},
      api_key_id: 1,
      sealed_at: '2020-01-01',
    }
    const answer = await a.post('/polls', pollFields({ ...stolen, ...counts }))
    const poll = pollOf(answer)
    expect(poll).toMatchObject({
      voters_count: 5,
      total_score: 0,
      versions_count: 1,
      closed_at: null,
      discarded_at: null,
    })
    expect(poll.id).not.toBe(stolen.id)
    expect(poll.key).not.toBe(stolen.key)
    expect(poll.author_id).not.toBe(ben)
    expect(poll.created_at > '2021').toBe(true)
    expect(new Set(ignoredBy(answer))).toEqual(new Set([...Object.keys(stolen), ...Object.keys(counts)]))
    const thread = threadOf(
      await a.post('/discussions', { title: 'T', author_id: ben, items_count: 9, closed_at: '2020-01-01' }),
    )
    expect(thread).toMatchObject({ items_count: 0, closed_at: null })
    expect(thread.author_id).not.toBe(ben)
    await a.post('/memberships', { emails: ['new@mill.example'], admin: true, accepted_at: '2020-01-01' })
    const [member] = await rows(
      world.db,
      `select admin, accepted_at from memberships m join users u on u.id = m.user_id where email = 'new@mill.example'`,
    )
    expect(member).toEqual({ admin: false, accepted_at: null })
  })

  test('voter_can_add_options is unknown in variant B', async () => {
    const answer = await b.post('/polls', pollFields({ voter_can_add_options: true }))
    expect(ignoredBy(answer)).toEqual(['voter_can_add_options'])
    expect(pollOf(answer).voter_can_add_options).toBe(false)
    expectInvalid(
      await b.post('/polls', pollFields({ poll_type: 'poll', voter_can_add_options: true })),
      'options',
    )
  })
})
