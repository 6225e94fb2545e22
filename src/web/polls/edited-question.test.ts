import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { MAIL_CONFIG } from '../../../test/tell.ts'
import { SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'

/** A poll is edited while a voter has its page open. */

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

/** The text of the latest mail to a person about a poll. */
async function mailTo(user_id: number, poll_id: number): Promise<string> {
  const { rows } = await at.world.db.pool.query(
    `select b.text_body from mails m join mail_bodies b on b.hash = m.body_hash join events e on e.id = m.event_id
     where m.user_id = $1 and e.poll_id = $2 order by m.id desc limit 1`,
    [user_id, poll_id],
  )
  return rows[0]?.text_body ?? ''
}

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
      expect(refused.body).toMatch(/\/history">See what changed<\/a>/)
      expect(refused.body).toMatch(/Voting is open until|You can change your vote until/)
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

describe('a link of an email', () => {
  const WARNING = 'The question was edited after this email was written.'

  test('warns when the question was edited after the email, and still marks the choice', async () => {
    const { poll_id, path, send } = await at.make({ recipients: { audience: 'group' } })
    const ben = at.people[0] ?? 0
    await dispatchEvents(at.world.db, MAIL_CONFIG.public_url)
    const mail = await mailTo(ben, poll_id)
    const query = /&question=[\w-]{16}&choice=disagree/.exec(mail)?.[0] ?? 'none'
    const token = await tokenFor(at.world, 'ballot', { user_id: ben, poll_id })
    const open = async () => {
      const { headers } = await at.web.get(`${path}?k=${token}${query}`)
      const to = String(headers.location).replace(/#.*/, '')
      expect(to).toContain('?choice=disagree')
      return (await at.web.get(to, at.sessions.ben)).body
    }
    expect(await open()).not.toContain(WARNING)
    await send('edit', {
      title: 'Paint the hall red?',
      details: 'We **need** room for eleven more bikes.',
      closing_at: '2098-03-01T12:00',
    })
    const page = await open()
    expect(page).toContain(WARNING)
    expect(page).toContain(`<a href="${path}/history">See what changed</a>`)
    expect(page).toMatch(/<input[^>]*value="3"[^>]*checked/)
  })
})
