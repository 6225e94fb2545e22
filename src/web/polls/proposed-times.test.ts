import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
  // An invited person would join by the first vote, and the page would say that first.
  await at.world.db.pool.query('update memberships set accepted_at = now() where accepted_at is null')
})

const CLOSING = new Date('2098-07-10T12:00:00Z')
const PAST = ['2001-07-01', '2001-07-02T18:00:00Z']
const OVER = 'All proposed times have passed.'
const EARLY = 'Voting closes after one of the proposed times: Tuesday 1\u00a0July 2098.'

const meeting = (options: string[], settings = {}) =>
  at.make({
    settings: { poll_type: 'meeting', closing_at: CLOSING, ...settings },
    options,
    recipients: { audience: 'group' },
  })

describe('when all proposed times are over and voting is open', () => {
  test('the page says so to voters, and to people who manage the poll what they can do', async () => {
    const { path } = await meeting(PAST)
    const managed = (await at.web.get(path, at.sessions.ada)).body
    expect(managed).toContain(`<strong>${OVER}</strong>`)
    expect(managed).toContain(
      `You can <a href="${path}/close">close the poll</a> or <a href="${path}/options">add other times</a>.`,
    )
    const voted = (await at.web.get(path, at.sessions.ben)).body
    expect(voted).toContain(OVER)
    expect(voted).not.toMatch(/close the poll|add other times/)
  })

  test('voters who may add options are led there', async () => {
    const { path } = await meeting(PAST, { voter_can_add_options: true })
    expect((await at.web.get(path, at.sessions.ben)).body).toContain(
      `<p>You can <a href="${path}/options">add other times</a>.</p>`,
    )
  })

  test('the ballot marks each of them, and can be cast', async () => {
    const { path } = await meeting(PAST)
    const { body } = await at.web.get(path, at.sessions.ben)
    expect(body.match(/<span class="remark">past<\/span>/g)).toHaveLength(2)
    expect(body).toContain('Cast vote</button>')
  })

  test('nothing of it is said once voting has closed', async () => {
    const { path, send } = await meeting(PAST)
    await send('close')
    expect((await at.web.get(path, at.sessions.ada)).body).not.toContain(OVER)
  })
})

test('as long as one time is left, only the others are marked', async () => {
  const { path } = await meeting([...PAST, '2098-08-01'])
  const { body } = await at.web.get(path, at.sessions.ben)
  expect(body.match(/<span class="remark">past<\/span>/g)).toHaveLength(2)
  expect(body).not.toContain(OVER)
})

describe('a closing time after a proposed time', () => {
  test('is shown as a hint in the form that changes it, and after each change', async () => {
    const { path, send } = await meeting(['2098-07-01', '2098-08-01'])
    expect((await at.web.get(`${path}/edit`, at.sessions.ada)).body).toContain(EARLY)
    const fields = { title: 'Spring meeting', closing_at: '2098-07-11T12:00', hide_results: 'off' }
    const edited = await send('edit', fields)
    expect(edited.statusCode).toBe(303)
    expect((await at.web.get(String(edited.headers.location), at.sessions.ada)).body).toContain(EARLY)
    const added = await send('options', { options: '2098-07-02' })
    expect((await at.web.get(String(added.headers.location), at.sessions.ada)).body).toContain(
      'Voting closes after 2 of the proposed times',
    )
    expect((await at.web.get(path, at.sessions.ada)).body).not.toContain('Voting closes after')
  })

  test('is no hint where it comes before all of them', async () => {
    const { path } = await meeting(['2098-08-01'])
    expect((await at.web.get(`${path}/edit`, at.sessions.ada)).body).not.toContain('Voting closes after')
  })
})
