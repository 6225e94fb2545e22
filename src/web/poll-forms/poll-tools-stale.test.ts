import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { sealDuePolls } from '../../polls/close-due-polls.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const SEALED = { anonymous: true, stance_reason_required: 'disabled' } as const

describe('a management page that no longer fits its poll', () => {
  test('tells people who manage the poll that voting has closed, keeps what was typed, and leads back', async () => {
    const { poll_id, path, send } = await at.make()
    await at.close(poll_id)
    for (const [tool, fields] of [
      ['close', {}],
      ['remind', {}],
      ['invite', { emails: 'gus@far.example, may@far.example' }],
      ['edit', { title: 'Typed at length', details: 'And more' }],
    ] as const) {
      const answer = await send(tool, fields)
      expect(answer.statusCode, tool).toBe(409)
      expect(answer.body).toContain('Voting in this poll has closed')
      expect(answer.body).toContain(`href="${path}"`)
      expect(answer.body).not.toContain('You can’t do this in this poll')
      for (const typed of Object.values(fields)) expect(answer.body).toContain(`>${typed}</textarea>`)
      expect((await at.web.get(`${path}/${tool}`, at.sessions.ada)).statusCode).toBe(409)
    }
  })

  test('says that the poll is anonymous, a draft, or still open', async () => {
    const anonymous = await at.make({ settings: SEALED })
    const voters = await at.web.get(`${anonymous.path}/voters`, at.sessions.ada)
    expect([voters.statusCode, voters.body.includes('This poll is anonymous')]).toEqual([409, true])
    await at.close(anonymous.poll_id)
    await sealDuePolls(at.world.db)
    const reopen = await at.web.get(`${anonymous.path}/reopen`, at.sessions.ada)
    expect([reopen.statusCode, reopen.body.includes('cannot be reopened')]).toEqual([409, true])

    const draft = await at.make({ settings: { closing_at: null } })
    const close = await draft.send('close')
    expect([close.statusCode, close.body.includes('This poll is a draft')]).toEqual([409, true])

    const open = await at.make()
    for (const tool of ['outcome', 'reopen', 'open']) {
      const answer = await open.send(tool)
      expect([answer.statusCode, answer.body.includes('Voting in this poll is open')], tool).toEqual([
        409,
        true,
      ])
    }
  })

  test('says until when voting is open in a draft that somebody else has opened, and closed in one that has closed', async () => {
    const { poll_id, path, send } = await at.make({ settings: { closing_at: null } })
    await send('open', { closing_at: '2098-03-01T12:00', tell: 'nobody' })
    const asked = await at.web.get(`${path}/open`, at.sessions.ada)
    for (const { statusCode, body } of [asked, await send('open', { closing_at: '2099-01-01T12:00' })]) {
      expect(statusCode).toBe(409)
      expect(body).toContain('Voting in this poll is open until Saturday 1 March 2098, 12:00 UTC.')
      expect(body).not.toContain('to see whether it is open now')
      expect(body).toContain(`href="${path}"`)
    }
    await at.close(poll_id)
    const { body } = await at.web.get(`${path}/open`, at.sessions.ada)
    expect(body).toContain('Voting in this poll has closed.')
    expect(body).not.toContain('to see whether it is open now')
  })

  test('says nothing of that to people who do not manage it', async () => {
    const { poll_id, send } = await at.make()
    await at.close(poll_id)
    expect((await send('close', {}, at.sessions.ben)).statusCode).toBe(403)
  })
})

describe('reminding', () => {
  test('is not offered if everyone has voted', async () => {
    const { poll_id, path } = await at.make({ recipients: { audience: 'group' } })
    const page = async () => (await at.web.get(`${path}/remind`, at.sessions.ada)).body
    expect(await page()).toContain('Remind them now')
    for (const user_id of [...at.people, at.world.ada.id])
      await castBallot(at.world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })
    expect(await page()).toContain('Everyone who has a ballot has voted.')
    expect(await page()).not.toContain('Remind them now')
  })

  test('is not offered during the pause, and sending the form anyway leads back to the poll', async () => {
    const { path, send } = await at.make({ recipients: { audience: 'group' } })
    await send('remind')
    const page = await at.web.get(`${path}/remind`, at.sessions.ada)
    expect([page.statusCode, page.body.includes('Remind them now')]).toEqual([200, false])
    expect(page.body).toContain('They were last reminded ')
    const again = await send('remind')
    expect(again.statusCode).toBe(409)
    expect(again.body).toContain(`href="${path}"`)
  })
})
