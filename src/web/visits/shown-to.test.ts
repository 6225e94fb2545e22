import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld, signedInCookie } from '../../../test/group-web.ts'
import { everyRow, SAME_ORIGIN } from '../../../test/web.ts'

/** Forms that stay open while somebody else signs in in the same browser. */

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

const FORM = '/g/mill-lane/new-thread'
const shownTo = (page: string) => /name="shown_to" value="(\d+)"/.exec(page)?.[1] ?? ''

test('a thread written by one person is neither saved nor started as another who signed in since', async () => {
  const shown_to = shownTo((await at.get(FORM, 'ada')).body)
  const before = await everyRow(at.world)
  for (const act of ['keep', 'preview', 'start', 'discard']) {
    const answer = await at.post(FORM, 'ben', { act, title: 'Adas draft', description: 'Text.', shown_to })
    expect([act, answer.statusCode]).toEqual([act, 409])
    expect(answer.body).toContain('somebody else has signed in in this browser')
    expect(answer.body).toContain('Adas draft')
    expect(answer.body).toContain(`<a href="${FORM}">Open the form again</a>`)
    expect(answer.body).not.toContain('Ada Vale')
  }
  expect(await everyRow(at.world)).toEqual(before)
  expect((await at.get(FORM, 'ben')).body).not.toContain('Adas draft')
})

test('a new poll leads back to its form, with the group and the kind', async () => {
  const values = { group: 'mill-lane', poll_type: 'count', title: 'Adas poll', step: 'start' }
  const answer = await at.post('/new-poll', 'ben', { ...values, shown_to: String(at.people.ada) })
  expect(answer.statusCode).toBe(409)
  expect(answer.body).toContain('<a href="/new-poll?group=mill-lane&amp;type=count">')
})

test('the same person may send a form after signing out and in again', async () => {
  const shown_to = shownTo((await at.get(FORM, 'ada')).body)
  const cookie = await signedInCookie(at.world, at.people.ada)
  const again = { ...SAME_ORIGIN, cookie }
  const sent = await at.web.post(FORM, { act: 'start', title: 'Mine', shown_to }, again)
  expect(sent.statusCode).toBe(303)
})

test('a program may send a form without saying for whom it was shown', async () => {
  expect((await at.post(FORM, 'ben', { act: 'start', title: 'By a script' })).statusCode).toBe(303)
})

test('a form sent again by a person who has signed in meanwhile is still refused to others', async () => {
  const shown_to = shownTo((await at.get(FORM, 'ada')).body)
  const values = { act: 'start', title: 'Not sent yet', shown_to }
  const nobody = await at.web.post(FORM, values, SAME_ORIGIN)
  expect(nobody.statusCode).toBe(404)
  expect(nobody.body).toContain('Not sent yet')
  // The page's form sends all fields again: for the person, and for nobody else.
  expect(shownTo(nobody.body)).toBe(shown_to)
  expect((await at.post(FORM, 'ben', values)).statusCode).toBe(409)
  expect((await at.post(FORM, 'ada', values)).statusCode).toBe(303)
})
