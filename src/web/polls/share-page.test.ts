import { beforeAll, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

test('managers of a poll find its public address to copy, scan and print', async () => {
  const { path } = await at.make()
  const { body, statusCode } = await at.web.get(`${path}/share`, at.sessions.ada)
  expect(statusCode).toBe(200)
  expect(body).toMatch(new RegExp(`<input id="link" type="text" readonly value="https?://[^"/]+${path}"`))
  expect(body).toContain('role="img" aria-label="QR code of http')
  expect(body).toMatch(/Vote until.*Scan the code with your phone to vote\..*role="img"/s)
  expect(body).not.toMatch(/[?&]k=/)
})

test('a new poll shows its link at once, but only to its author', async () => {
  const { path } = await at.make()
  const field = '<input id="link"'
  expect((await at.web.get(`${path}?done=started`, at.sessions.cleo)).body).toContain(field)
  expect((await at.web.get(`${path}?done=started`, at.sessions.ada)).body).not.toContain(field)
})
