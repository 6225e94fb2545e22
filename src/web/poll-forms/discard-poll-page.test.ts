import { beforeAll, expect, test } from 'vitest'
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
    expect.stringMatching(/^\/g\/.+\/polls\?state=draft$/),
  ])
  expect((await at.web.get(path, at.sessions.ada)).statusCode).toBe(404)
})

test('an open poll is not discarded', async () => {
  const { path, send } = await at.make()
  const answer = await send('discard')
  expect([answer.statusCode, answer.body.includes('Voting in this poll is open.')]).toEqual([409, true])
  expect((await at.web.get(path, at.sessions.ada)).body).not.toContain(`${path}/discard`)
})
