import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { keyFor } from '../../../test/world.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const LATER = '2098-03-01T12:00'

describe('the life of a poll', () => {
  test('a draft is opened by setting a closing time, and voters get a mail', async () => {
    const { poll_id, path, send } = await at.make({ settings: { closing_at: null } })
    expect((await at.web.get(`${path}/open`, at.sessions.ada)).body).toMatch(/ value="[\d-]{10}T18:00"/)
    const answer = await send('open', { closing_at: LATER })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?done=open&people=4`])
    const opened = (await at.web.get(`${path}?done=open&people=4`, at.sessions.ada)).body
    expect(opened.match(/class="note good"/g)).toHaveLength(1)
    expect(opened).toContain('The poll is open.')
    expect(opened).toContain('<input id="link"')
    expect((await at.storedPoll(poll_id)).closing_at?.toISOString()).toBe('2098-03-01T12:00:00.000Z')
    expect((await at.eventsOf(poll_id)).map((event) => event.kind)).toEqual(['poll_opened'])
  })

  test('opening asks who gets an email: by default everyone with a ballot, as an older form means', async () => {
    const toldBy = async (fields: { tell?: string }) => {
      const { poll_id, path, send } = await at.make({
        settings: { closing_at: null },
        recipients: { audience: 'group' },
      })
      const form = (await at.web.get(`${path}/open`, at.sessions.ada)).body
      expect(form).toContain('Who gets an email with their voting link')
      expect(form).toMatch(/<input[^>]* value="voters" checked/)
      expect((await send('open', { closing_at: LATER, ...fields })).statusCode).toBe(303)
      const [opened] = await at.eventsOf(poll_id)
      expect(opened?.kind).toBe('poll_opened')
      return opened?.recipient_ids.length
    }
    const [voters, older, nobody] = [{ tell: 'voters' }, {}, { tell: 'nobody' }]
    expect(await toldBy(voters)).toBeGreaterThan(1)
    expect(await toldBy(older)).toBe(await toldBy(voters))
    expect(await toldBy(nobody)).toBe(0)
  })

  test('a past or missing time is an error, and stays in its field', async () => {
    const { send } = await at.make({ settings: { closing_at: null } })
    const past = await send('open', { closing_at: '2001-01-01T10:00' })
    expect(past.statusCode).toBe(422)
    expect(past.body).toContain('<a href="#closing_at">Closing time must be in the future</a>')
    expect(past.body).toContain('id="closing_at-mend">Closing time must be in the future.')
    expect(past.body).toContain('value="2001-01-01T10:00"')
    expect((await send('open', { closing_at: 'soon' })).statusCode).toBe(422)
  })

  test.each(['open', 'reopen'])(
    '%s checks its time while it is filled in, and does nothing',
    async (tool) => {
      const { path, poll_id, send } = await at.make({ settings: tool === 'open' ? { closing_at: null } : {} })
      if (tool === 'reopen') await at.close(poll_id)
      expect((await at.web.get(`${path}/${tool}`, at.sessions.ada)).body).toMatch(/<form[^>]* data-steps/)
      const before = await at.storedPoll(poll_id)
      const past = await send(tool, { closing_at: '2001-01-01T10:00', step: 'check' })
      expect([
        past.statusCode,
        past.body.includes('id="closing_at-mend">Closing time must be in the future.'),
      ]).toEqual([200, true])
      const right = await send(tool, { closing_at: LATER, step: 'look' })
      expect([right.statusCode, right.body.includes('closing_at-mend')]).toEqual([200, false])
      expect(await at.storedPoll(poll_id)).toEqual(before)
    },
  )

  test('closing asks for confirmation, closes at once, and counts an anonymous poll', async () => {
    const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
    const { poll_id, path, send } = await at.make({ settings })
    await at.vote(poll_id, 0)
    expect((await at.web.get(`${path}/close`, at.sessions.ada)).body).toContain('1 of 5 has voted.')
    expect((await at.storedPoll(poll_id)).closed_at).toBeNull()
    await send('close')
    expect((await at.web.get(path, at.sessions.ada)).body).toContain('1 of 1 · 100%')
    expect((await send('reopen', { closing_at: LATER })).statusCode).toBe(409)
    expect((await send('close')).statusCode).toBe(409)
  })

  test('after closing, its author is offered to publish the outcome', async () => {
    const { path, send } = await at.make()
    await send('close')
    const { body } = await at.web.get(`${path}?done=close`, at.sessions.ada)
    const note = body.slice(body.indexOf('The poll is closed.'), body.indexOf('id="results"'))
    expect(note).toContain('You can now say what was decided.')
    expect(note).toContain(`<a href="${path}/outcome">Publish outcome</a>`)
  })

  test('a closed named poll is reopened, and its votes stay', async () => {
    const { poll_id, path, send } = await at.make()
    await at.vote(poll_id, 0)
    await send('close')
    const reopened = await send('reopen', { closing_at: LATER })
    expect([reopened.statusCode, reopened.headers.location]).toEqual([303, `${path}?done=reopen`])
    const own = (await at.web.get(`${path}?done=reopen`, at.sessions.ada)).body
    expect(own).toContain('The poll is open again.')
    expect((await at.web.get(path, at.sessions.ben)).body).toContain('Change vote')
  })
})

describe('the outcome', () => {
  test('is above the results, for everyone and in the API', async () => {
    const { poll_id, path, send } = await at.make()
    await at.vote(poll_id, 0)
    expect((await send('outcome', { statement: 'Too early' })).statusCode).toBe(409)
    await at.close(poll_id)
    expect((await send('outcome', { statement: ' ' })).statusCode).toBe(422)
    await send('outcome', { statement: 'We **build** it.' })
    await send('outcome', { statement: 'We *build* it in May.' })
    const page = (await at.web.get(path, at.sessions.ben)).body
    expect(page).toContain('We <em>build</em> it in May.')
    expect(page.indexOf('id="outcome"')).toBeLessThan(page.indexOf('id="results"'))
    const { key } = await keyFor(at.world)
    const answer = await at.web.app.inject({
      url: `/api/b1/polls/${poll_id}`,
      headers: { authorization: `Bearer ${key}` },
    })
    const { polls, outcomes, users } = answer.json()
    expect(outcomes).toMatchObject([{ statement: 'We *build* it in May.', latest: true, poll_id }])
    expect(polls[0].current_outcome_id).toBe(outcomes[0].id)
    expect(users.map((user: { id: number }) => user.id)).toContain(at.world.ada.id)
    expect((await at.eventsOf(poll_id)).slice(-2).map((event) => event.kind)).toEqual([
      'outcome_created',
      'outcome_updated',
    ])
  })
})
