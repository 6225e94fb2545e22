import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const LATER = '2098-03-01T12:00'

/** The closing time in the form, in its minutes. */
async function shownClosing(path: string): Promise<string> {
  const { body } = await at.web.get(`${path}/edit`, at.sessions.ada)
  return /name="closing_at"[^>]* value="([^"]+)"/.exec(body)?.[1] ?? ''
}

describe('editing', () => {
  const fields = { title: 'New title', details: 'More', closing_at: LATER, hide_results: 'until_vote' }

  test('changes title, text and times, and hides results longer', async () => {
    const { poll_id, send } = await at.make()
    expect((await send('edit', fields)).statusCode).toBe(303)
    const row = await at.storedPoll(poll_id)
    expect(row).toMatchObject({
      title: 'New title',
      details: 'More',
      hide_results: 'until_vote',
      version: 2,
      closing_at: new Date(`${LATER}Z`),
    })
  })

  test.each(['First\n\nSecond', 'First\r\n\r\nSecond'])(
    'tells no change of lines that end otherwise: %j',
    async (details) => {
      const { poll_id, path, send } = await at.make({ settings: { details } })
      const { title } = await at.storedPoll(poll_id)
      const closing_at = await shownClosing(path)
      const same = { title, details: 'First\r\n\r\nSecond', closing_at, hide_results: 'off' }
      expect((await send('edit', same)).statusCode).toBe(303)
      expect((await at.storedPoll(poll_id)).version).toBe(1)
      await send('edit', { ...same, title: 'Another' })
      expect(await at.storedPoll(poll_id)).toMatchObject({ title: 'Another', details, version: 2 })
      const { body } = await at.web.get(`${path}/history`, at.sessions.ada)
      expect(body).not.toContain('Details before this edit')
      await send('edit', { ...same, title: 'Another', details: 'First\r\nSecond' })
      expect((await at.storedPoll(poll_id)).details).toBe('First\nSecond')
    },
  )

  test('says what is wrong while the form is filled in, and changes nothing', async () => {
    const { path, poll_id, send } = await at.make()
    expect((await at.web.get(`${path}/edit`, at.sessions.ada)).body).toMatch(/<form[^>]* data-steps/)
    const before = await at.storedPoll(poll_id)
    const past = await send('edit', { title: '', closing_at: '2001-01-01T10:00', step: 'check' })
    expect([past.statusCode, past.body.match(/id="\w+-mend">[^<]*/g)]).toEqual([
      200,
      ['id="title-mend">Title can’t be blank.', 'id="closing_at-mend">Closing time must be in the future.'],
    ])
    const right = await send('edit', { title: 'New', closing_at: LATER, step: 'look' })
    expect([right.statusCode, right.body.includes('-mend"')]).toEqual([200, false])
    expect(await at.storedPoll(poll_id)).toEqual(before)
  })

  test('never shows results earlier than announced while voting is open', async () => {
    const { poll_id, path, send } = await at.make({ settings: { hide_results: 'until_closed' } })
    expect((await at.web.get(`${path}/edit`, at.sessions.ada)).body).not.toContain('value="until_vote"')
    for (const hide_results of ['off', 'until_vote']) {
      const answer = await send('edit', { ...fields, hide_results })
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain('value="New title"')
    }
    expect((await at.storedPoll(poll_id)).hide_results).toBe('until_closed')
  })

  test('keeps an unchanged closing time to the millisecond', async () => {
    const { poll_id, path, send } = await at.make()
    const before = (await at.storedPoll(poll_id)).closing_at
    await send('edit', { ...fields, closing_at: await shownClosing(path) })
    expect((await at.storedPoll(poll_id)).closing_at).toEqual(before)
  })

  test('cannot change type, anonymity and limits, nor anything in a closed poll', async () => {
    const { poll_id, send } = await at.make({ settings: { anonymous: true } })
    await send('edit', { ...fields, anonymous: 'false', poll_type: 'score' })
    expect(await at.storedPoll(poll_id)).toMatchObject({ anonymous: true, poll_type: 'proposal' })
    await at.close(poll_id)
    expect((await send('edit', fields)).statusCode).toBe(409)
  })
})
