import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'

/** A poll is edited while a voter has its page open. */

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const fieldsOf = (page: string) => ({
  question: /name="question" value="([^"]+)"/.exec(page)?.[1] ?? '',
  since: /name="since" value="([^"]*)"/.exec(page)?.[1] ?? '',
})

const edit = (poll_id: number, what: string) =>
  at.world.db.pool.query(`update polls set ${what}, version = version + 1 where id = ${poll_id}`)

describe.each([
  ['named', { anonymous: false }],
  ['anonymous', { anonymous: true }],
])('in a %s poll', (_, settings) => {
  test.each([
    ['title', "title = 'Open the hall on Sundays?'"],
    ['details', "details = 'Only in summer.'"],
  ])(
    'a vote for the question before its %s was edited is refused once, with its answer kept',
    async (_what, change) => {
      const { poll_id, path } = await at.make({ settings })
      const cookie = at.sessions.ben
      const vote = (fields: Record<string, string>) =>
        at.web.post(`${path}/ballot`, { choice: '1', own_name: 'Ben', ...fields }, { ...SAME_ORIGIN, cookie })
      const form = fieldsOf((await at.web.get(path, cookie)).body)
      await edit(poll_id, change)
      const refused = await vote(form)
      expect(refused.statusCode).toBe(409)
      expect(refused.body).toContain('The question was edited after you opened this page.')
      expect(refused.body).toMatch(/<input[^>]*value="1"[^>]*checked/)
      expect((await vote(fieldsOf(refused.body))).statusCode).toBe(303)
    },
  )

  test('another closing time changes no question', async () => {
    const { poll_id, path } = await at.make({ settings, options: ['agree', 'disagree'] })
    const form = fieldsOf((await at.web.get(path, at.sessions.ben)).body)
    await edit(poll_id, "closing_at = closing_at + interval '1 hour'")
    const cookie = at.sessions.ben
    const answer = await at.web.post(
      `${path}/ballot`,
      { choice: '1', own_name: 'Ben', ...form },
      { ...SAME_ORIGIN, cookie },
    )
    expect(answer.statusCode).toBe(303)
  })
})
