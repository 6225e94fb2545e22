import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
})

/** The note with the state of the ballot, which holds no other block. */
const noteIn = (page: string) => /<div class="standing"[^>]*>.*?<\/div>/s.exec(page)?.[0] ?? ''
const OWNER = /You opened a personal link .*>I am not .*<\/button>/s

describe('whose link it is stands in the note about the ballot', () => {
  test('after a vote in an anonymous poll', async () => {
    const come = await at.come({ settings: { anonymous: true } })
    await come.send({ choice: '1' })
    expect(noteIn(await come.page())).toMatch(OWNER)
  })

  test('in a closed poll', async () => {
    const come = await at.come({})
    await at.close(come.poll_id)
    expect(noteIn(await come.page())).toMatch(OWNER)
  })

  test('beside a receipt', async () => {
    const come = await at.come({ settings: { anonymous: true, receipts: true } })
    const { body } = await come.send({ choice: '1', b: 'a'.repeat(64) })
    expect(body).toContain('id="receipt"')
    expect(noteIn(body)).toMatch(OWNER)
  })
})

test('when voting closed is said once after a vote that came too late', async () => {
  const come = await at.come({})
  await at.world.db.pool.query("update polls set closing_at = now() - interval '1 minute' where id = $1", [
    come.poll_id,
  ])
  const { statusCode, body } = await come.send({ choice: '1', own_name: 'Ben' })
  expect(statusCode).toBe(409)
  const main = body.slice(0, body.indexOf('<dl class="facts">'))
  expect(main).toContain('Voting closed before your vote arrived. The result is below.')
  expect(main.split('Voting closed on').length).toBe(2)
})
