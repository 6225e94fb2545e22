import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { openSite, type Site } from '../browser.ts'
import { makePoll, makeThread } from '../tell.ts'
import { keyOf } from '../web.ts'
import { createWorld } from '../world.ts'

let site: Site
let poll: string

beforeAll(async () => {
  const world = await createWorld()
  site = await openSite(world)
  await world.db.pool.query('update groups set public = true')
  const discussion_id = await makeThread(world)
  await world.db.pool.query('update discussions set private = false')
  const poll_id = await makePoll(world, { discussion_id })
  await castBallot(world.db, { poll_id, user_id: world.ada.id, choices: { agree: 1 }, reason: null })
  poll = `/p/${await keyOf(world, 'polls', poll_id)}`
})

/** What another site's page shows in its frame, and how many cookies came with it. */
async function framed(path: string): Promise<{ text: string; cookies: number }> {
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><iframe src="${site.url}${path}" width="600" height="480"></iframe>`)
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const page = await site.open()
  await page.context().clearCookies()
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`, { waitUntil: 'load' })
  const text = await page.frameLocator('iframe').locator('body').innerText()
  other.close()
  return { text, cookies: (await page.context().cookies()).length }
}

test('another site shows the totals of a public poll in a frame, and gets no cookie', async () => {
  const { text, cookies } = await framed(`${poll}/embed`)
  expect(text).toContain('A second bike shed')
  expect(text).toContain('1 of 1 who voted agree')
  expect(cookies).toBe(0)
})

test('no other page opens in a frame', async () => {
  expect((await framed(poll)).text).not.toContain('A second bike shed')
})
