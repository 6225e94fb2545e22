import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const DRAFT = { settings: { closing_at: null } }

test('the note of a draft leads its managers to opening, editing and discarding it', async () => {
  const { path } = await at.make(DRAFT)
  const noteFor = async (cookie: string) =>
    /<div class="standing".*?<\/div>/s.exec((await at.web.get(path, cookie)).body)?.[0]
  for (const tool of ['open', 'edit', 'discard'])
    expect(await noteFor(at.sessions.ada)).toContain(`href="${path}/${tool}"`)
  expect(await noteFor(at.sessions.ben)).not.toContain('href=')
})

test('a draft has no turnout, and nobody who voted or could vote by a copied link', async () => {
  const { path } = await at.make(DRAFT)
  const page = (await at.web.get(path, at.sessions.ada)).body
  expect(page).not.toContain('ballots cast')
  expect(page).not.toContain(`${path}/voters`)
  expect((await at.web.get(`${path}/voters`, at.sessions.ada)).statusCode).toBe(409)
})

test('a discarded draft is gone for everyone, and its author is back among the drafts', async () => {
  const { path, send } = await at.make(DRAFT)
  expect((await at.web.get(`${path}/discard`, at.sessions.ada)).body).toContain('The draft disappears')
  expect((await send('discard', {}, at.sessions.ben)).statusCode).toBe(403)
  const answer = await send('discard')
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/g\/.+\/polls\?state=draft&done=draft_discarded$/),
  ])
  expect((await at.web.get(String(answer.headers.location), at.sessions.ada)).body).toContain(
    'The draft has been discarded.',
  )
  expect((await at.web.get(path, at.sessions.ada)).statusCode).toBe(410)
})

test('whoever discards a draft of which voting was opened meanwhile reads that first', async () => {
  const { path, send } = await at.make()
  const answer = await send('discard', { draft: 'yes' })
  expect(answer.statusCode).toBe(409)
  expect(answer.body).toContain('Voting was opened in the meantime')
  expect(answer.body).toContain('Delete poll')
  expect(answer.body).not.toContain('Please fix')
  expect((await at.web.get(path, at.sessions.ada)).statusCode).toBe(200)
})

test('the author of an open poll, who is no admin, reads that only admins can delete it', async () => {
  const { path } = await at.make()
  for (const [who, says] of [
    ['cleo', 'Only admins of the group can delete this.'],
    ['ben', 'but you are neither'],
  ] as const) {
    const { statusCode, body } = await at.web.get(`${path}/discard`, at.sessions[who])
    expect([who, statusCode, body.includes(says)]).toEqual([who, 403, true])
  }
})

describe('a poll that people may have voted in', () => {
  const form = async (path: string, cookie = at.sessions.ada) =>
    (await at.web.get(`${path}/discard`, cookie)).body

  test('is deleted by admins, who confirm what is lost', async () => {
    const { path, poll_id, send } = await at.make()
    await at.vote(poll_id, 0)
    expect((await at.web.get(path, at.sessions.ada)).body).toContain(
      `<a href="${path}/discard">Delete poll</a>`,
    )
    expect(await form(path)).toContain('1 vote will be lost.')
    expect(await form(path)).toContain(`<a href="${path}/close">close voting</a>`)
    const unticked = await send('discard')
    expect([unticked.statusCode, unticked.body.includes('href="#confirm"')]).toEqual([422, true])
    expect((await at.web.get(path, at.sessions.ben)).statusCode).toBe(200)
    const answer = await send('discard', { confirm: 'true' })
    expect(answer.statusCode).toBe(303)
    expect((await at.web.get(String(answer.headers.location), at.sessions.ada)).body).toContain(
      'The poll has been deleted.',
    )
    for (const cookie of [at.sessions.ada, at.sessions.ben])
      expect((await at.web.get(path, cookie)).statusCode).toBe(410)
  })

  test('is deleted after it closed, too', async () => {
    const { path, poll_id, send } = await at.make()
    await at.close(poll_id)
    expect(await form(path)).not.toContain('close voting')
    expect((await send('discard', { confirm: 'true' })).statusCode).toBe(303)
    expect((await at.web.get(path, at.sessions.ada)).statusCode).toBe(410)
  })

  test('is not deleted by its author alone, nor by members', async () => {
    const { path, send } = await at.make()
    for (const cookie of [at.sessions.cleo, at.sessions.ben]) {
      expect((await at.web.get(path, cookie)).body).not.toContain(`${path}/discard`)
      expect((await at.web.get(`${path}/discard`, cookie)).statusCode).toBe(403)
      expect((await send('discard', { confirm: 'true' }, cookie)).statusCode).toBe(403)
    }
  })

  test('does not say how many voted while an anonymous vote goes on', async () => {
    const { path, poll_id } = await at.make({ settings: { anonymous: true } })
    const before = await form(path)
    await at.vote(poll_id, 0)
    expect(await form(path)).toBe(before)
  })
})
