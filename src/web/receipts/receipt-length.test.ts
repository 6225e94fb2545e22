import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPollWorld } from '../../../test/poll-web.ts'
import { makePoll } from '../../../test/tell.ts'
import { keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'

// A proxy logs the length of each response, and when it was sent: with the order of voters in a copy of the
// database's files, a length that depends on the answers would show what each person chose.

const at = await openPollWorld()
const OPTIONS = Array.from({ length: 30 }, (_, index) => `A rather long option, number ${index + 1}`)

async function openPoll() {
  const poll_id = await makePoll(at.world, {
    recipients: { audience: 'group' },
    options: OPTIONS,
    settings: {
      poll_type: 'poll',
      anonymous: true,
      receipts: true,
      stance_reason_required: 'disabled',
      minimum_stance_choices: 1,
      maximum_stance_choices: 25,
    },
  })
  const path = `/p/${await keyOf(at.world, 'polls', poll_id)}`
  return async (user_id: number, chosen: number, coding: string) => {
    const { cookie } = await at.web.follow(path, await tokenFor(at.world, 'ballot', { user_id, poll_id }))
    const answer = await at.web.app.inject({
      method: 'POST',
      url: `${path}/ballot`,
      headers: {
        ...SAME_ORIGIN,
        cookie,
        'accept-encoding': coding,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: OPTIONS.slice(0, chosen)
        .map((_, index) => `choice=${index + 1}`)
        .join('&'),
    })
    const { rawPayload, headers, statusCode } = answer
    const page = headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload
    return { statusCode, bytes: rawPayload.length, page: page.toString() }
  }
}

test.each(['br, gzip', 'gzip', 'identity'])(
  'the receipt for one answer is as long as that for many (%s)',
  async (coding) => {
    const cast = await openPoll()
    const [one = 0, other = 0] = at.people
    const few = await cast(one, 1, coding)
    const many = await cast(other, 25, coding)
    expect([few, many].map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(few.page).toContain('</html>')
    expect(many.page).toContain('A rather long option, number 25')
    expect(many.bytes).toBe(few.bytes)
  },
)

test('a ballot that comes back with its faults is as long, whatever was chosen', async () => {
  const cast = await openPoll()
  const [one = 0] = at.people
  const none = await cast(one, 0, 'gzip')
  const all = await cast(one, 30, 'gzip')
  expect([none, all].map(({ statusCode }) => statusCode)).toEqual([422, 422])
  expect(all.bytes).toBe(none.bytes)
})
