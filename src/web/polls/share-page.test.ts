import { beforeAll, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { makeThread } from '../../../test/tell.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'

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
  expect(body).toMatch(/Vote by.*Scan the code with your phone to vote\..*role="img"/s)
  expect(body).not.toMatch(/[?&]k=/)
})

test('the page of a poll with open voting offers the open link first, and says for whom the other is', async () => {
  const { path } = await at.make({ settings: { open_link: true } })
  const page = async () => (await at.web.get(`${path}/share`, at.sessions.ada)).body
  const made = `action="${path}/open-links".*Create the open link.*role="img".*for people with a ballot of their own`
  expect(await page()).toMatch(new RegExp(made, 's'))
  // Whoever started the poll: perhaps a program.
  expect(await page()).not.toContain('You chose')
  await at.web.post(`${path}/open-links`, {}, { ...SAME_ORIGIN, cookie: at.sessions.ada })
  const body = await page()
  expect(body).toMatch(
    new RegExp(`already has an open link.*<a href="${path}/open-links">create another</a>`),
  )
  expect(body).not.toContain('Create the open link')
})

test('the poster of a poll without open voting says who can use it', async () => {
  const { path } = await at.make()
  const { body } = await at.web.get(`${path}/share`, at.sessions.ada)
  expect(body).toContain('Scan the code with your phone to vote. For people who are invited or signed in.')
  expect(body).not.toContain('/open-links')
})

test('the link of a closed poll is for reading its results: nobody scans it to vote', async () => {
  const { path, send } = await at.make()
  await send('close')
  const { body } = await at.web.get(`${path}/share`, at.sessions.ada)
  expect(body).toContain('Voting has closed: people who open the link see the results')
  expect(body).toContain('<input id="link"')
  expect(body).not.toMatch(/QR code|poster\.|vote in their own name|data-print/)
})

test('a new poll shows its link at once, but only to its author', async () => {
  const { path, poll_id } = await at.make()
  const field = '<input id="link"'
  expect((await at.web.get(`${path}?done=started`, at.sessions.cleo)).body).toContain(field)
  expect((await at.web.get(`${path}?done=started`, at.sessions.ada)).body).not.toContain(field)
  await at.close(poll_id)
  const closed = (await at.web.get(`${path}?done=started`, at.sessions.cleo)).body
  expect(closed).not.toContain('The poll is open.')
})

test('a new poll with open voting offers its open link first: one press makes it, with its poster', async () => {
  const pageOf = async (open_link: boolean) => {
    const { path } = await at.make({ settings: { open_link } })
    return { path, body: (await at.web.get(`${path}?done=started`, at.sessions.cleo)).body }
  }
  const { path, body } = await pageOf(true)
  expect(body).toMatch(new RegExp(`action="${path}/open-links".*Create the open link.*<input id="link"`, 's'))
  expect(body).toContain('Link to the poll, for people with a ballot of their own')
  const made = await at.web.post(`${path}/open-links`, {}, { ...SAME_ORIGIN, cookie: at.sessions.cleo })
  expect(made.body).toContain('/vote/sheet?k=')
  expect((await pageOf(false)).body).not.toContain('open-links')
})

test('a public poll is said to be seen by anyone, also on its poster', async () => {
  const { path, poll_id } = await at.make()
  const { pool } = at.world.db
  const page = async () => (await at.web.get(`${path}/share`, at.sessions.ada)).body
  expect(await page()).toContain('For people who are invited or signed in.')
  const discussion_id = await makeThread(at.world)
  await pool.query('update groups set public = true where id = $1', [at.world.group.id])
  await pool.query('update discussions set private = false where id = $1', [discussion_id])
  await pool.query('update polls set discussion_id = $1 where id = $2', [discussion_id, poll_id])
  const body = await page()
  expect(body).toContain('This poll is public.')
  expect(body).not.toContain('For people who are invited or signed in.')
  expect(body).not.toContain('only if they have access')
})
