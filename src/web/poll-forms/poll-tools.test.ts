import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import type { PollWish } from '../../../test/tell.ts'
import { tokenFor } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { PAGES } from '../pages.ts'
import { toolsAmong } from '../visits/poll-tools.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

async function pollRow(id: number) {
  const { rows } = await at.world.db.pool.query('select * from polls where id = $1', [id])
  return rows[0]
}

const LATER = '2098-03-01T12:00'

describe('who may manage a poll', () => {
  test('its author and the admins, signed in: each tool is a page with a form', async () => {
    const { path } = await at.make({ settings: { poll_type: 'poll' }, options: ['A', 'B'] })
    for (const cookie of [at.sessions.ada, at.sessions.cleo]) {
      const page = (await at.web.get(path, cookie)).body
      for (const tool of ['close', 'edit', 'options', 'voters', 'invite', 'remind', 'share']) {
        expect(page).toContain(`href="${path}/${tool}"`)
        expect((await at.web.get(`${path}/${tool}`, cookie)).statusCode, tool).toBe(200)
      }
      for (const tool of ['open', 'reopen', 'outcome'])
        expect((await at.web.get(`${path}/${tool}`, cookie)).statusCode, tool).toBe(409)
    }
  })

  test('no other member, nobody by a link, and nobody from outside', async () => {
    const { path, poll_id, send } = await at.make()
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[1] ?? 0, poll_id })
    const { cookie, page } = await at.web.follow(path, token)
    expect(page.body).not.toContain('Manage this poll')
    expect((await at.web.get(path, at.sessions.ben)).body).not.toContain('Manage this poll')
    const before = JSON.stringify(await pollRow(poll_id))
    for (const { path: at_key } of toolsAmong(PAGES)) {
      const tool = at_key.replace('/p/:key/', '')
      for (const [sent, status] of [
        [at.sessions.ben, 403],
        [cookie, 403],
        ['', 404],
      ] as const) {
        expect((await at.web.get(`${path}/${tool}`, sent)).statusCode, tool).toBe(status)
        if (!['voters', 'share'].includes(tool))
          expect((await send(tool, {}, sent)).statusCode, tool).toBe(status)
      }
    }
    expect(JSON.stringify(await pollRow(poll_id))).toBe(before)
    const foreign = { 'sec-fetch-site': 'cross-site', cookie: at.sessions.ada }
    expect((await at.web.post(`${path}/close`, {}, foreign)).statusCode).toBe(403)
  })
})

describe('an action is confirmed on the poll’s page', () => {
  test.each([
    ['remind', {}, 'remind', 'The reminders wait among the group’s emails, because email is not set up.'],
    ['invite', { emails: 'gus@far.example, hal@far.example' }, 'invite&people=2', '2 people were invited.'],
    ['invite', { emails: 'ben@mill.example' }, 'invite&people=0', 'Everyone you named already has a ballot.'],
    ['edit', { title: 'Another title', closing_at: LATER }, 'edit', 'Your changes are saved.'],
    ['close', {}, 'close', 'The poll is closed.'],
  ])('after %s of %j', async (tool, fields, done, words) => {
    const { path, send } = await at.make({ recipients: { audience: 'group' } })
    const answer = await send(tool, fields)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?done=${done}`])
    expect((await at.web.get(`${path}?done=${done}`, at.sessions.ada)).body).toContain(words)
    expect((await at.web.get(`${path}?done=${done}`, at.sessions.ben)).body).not.toContain(words)
  })
})

describe('the life of a poll', () => {
  test('a draft is opened by setting a closing time, and voters get a mail', async () => {
    const { poll_id, path, send } = await at.make({ settings: { closing_at: null } })
    expect((await at.web.get(`${path}/open`, at.sessions.ada)).body).toMatch(/ value="[\d-]{10}T18:00"/)
    const answer = await send('open', { closing_at: LATER })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?done=open`])
    const opened = (await at.web.get(`${path}?done=open`, at.sessions.ada)).body
    expect(opened.match(/class="note good"/g)).toHaveLength(1)
    expect(opened).toContain('The poll is open.')
    expect(opened).toContain('<input id="link"')
    expect((await pollRow(poll_id)).closing_at.toISOString()).toBe('2098-03-01T12:00:00.000Z')
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
      const before = await pollRow(poll_id)
      const past = await send(tool, { closing_at: '2001-01-01T10:00', step: 'check' })
      expect([
        past.statusCode,
        past.body.includes('id="closing_at-mend">Closing time must be in the future.'),
      ]).toEqual([200, true])
      const right = await send(tool, { closing_at: LATER, step: 'look' })
      expect([right.statusCode, right.body.includes('closing_at-mend')]).toEqual([200, false])
      expect(await pollRow(poll_id)).toEqual(before)
    },
  )

  test('editing says what is wrong while it is filled in, and changes nothing', async () => {
    const { path, poll_id, send } = await at.make()
    expect((await at.web.get(`${path}/edit`, at.sessions.ada)).body).toMatch(/<form[^>]* data-steps/)
    const before = await pollRow(poll_id)
    const past = await send('edit', { title: '', closing_at: '2001-01-01T10:00', step: 'check' })
    expect([past.statusCode, past.body.match(/id="\w+-mend">[^<]*/g)]).toEqual([
      200,
      ['id="title-mend">Title can’t be blank.', 'id="closing_at-mend">Closing time must be in the future.'],
    ])
    const right = await send('edit', { title: 'New', closing_at: LATER, step: 'look' })
    expect([right.statusCode, right.body.includes('-mend"')]).toEqual([200, false])
    expect(await pollRow(poll_id)).toEqual(before)
  })

  test('closing asks for confirmation, closes at once, and counts an anonymous poll', async () => {
    const settings = { anonymous: true, stance_reason_required: 'disabled' } as const
    const { poll_id, path, send } = await at.make({ settings })
    await at.vote(poll_id, 0)
    expect((await at.web.get(`${path}/close`, at.sessions.ada)).body).toContain('1 of 5 has voted.')
    expect((await pollRow(poll_id)).closed_at).toBeNull()
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

describe('editing', () => {
  const fields = { title: 'New title', details: 'More', closing_at: LATER, hide_results: 'until_vote' }

  test('changes title, text and times, and hides results longer', async () => {
    const { poll_id, send } = await at.make()
    expect((await send('edit', fields)).statusCode).toBe(303)
    const row = await pollRow(poll_id)
    expect(row).toMatchObject({
      title: 'New title',
      details: 'More',
      hide_results: 'until_vote',
      version: 2,
      closing_at: new Date(`${LATER}Z`),
    })
  })

  test('never shows results earlier than announced while voting is open', async () => {
    const { poll_id, path, send } = await at.make({ settings: { hide_results: 'until_closed' } })
    expect((await at.web.get(`${path}/edit`, at.sessions.ada)).body).not.toContain('value="until_vote"')
    for (const hide_results of ['off', 'until_vote']) {
      const answer = await send('edit', { ...fields, hide_results })
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain('value="New title"')
    }
    expect((await pollRow(poll_id)).hide_results).toBe('until_closed')
  })

  test('keeps an unchanged closing time to the millisecond', async () => {
    const { poll_id, path, send } = await at.make()
    const before = (await pollRow(poll_id)).closing_at
    const shown = /name="closing_at"[^>]* value="([^"]+)"/.exec(
      (await at.web.get(`${path}/edit`, at.sessions.ada)).body,
    )?.[1]
    await send('edit', { ...fields, closing_at: shown ?? '' })
    expect((await pollRow(poll_id)).closing_at).toEqual(before)
  })

  test('cannot change type, anonymity and limits, nor anything in a closed poll', async () => {
    const { poll_id, send } = await at.make({ settings: { anonymous: true } })
    await send('edit', { ...fields, anonymous: 'false', poll_type: 'score' })
    expect(await pollRow(poll_id)).toMatchObject({ anonymous: true, poll_type: 'proposal' })
    await at.close(poll_id)
    expect((await send('edit', fields)).statusCode).toBe(409)
  })
})

describe('options', () => {
  test('are added by managers of the poll; cast ballots leave them unanswered', async () => {
    const { poll_id, send } = await at.make({ settings: { poll_type: 'score' }, options: ['A', 'B'] })
    await castBallot(at.world.db, {
      poll_id,
      user_id: at.people[0] ?? 0,
      choices: { A: 3, B: 1 },
      reason: null,
    })
    await send('options', { options: 'C\r\n\r\n D ' })
    const { rows } = await at.world.db.pool.query(
      'select slot, priority, name from poll_options where poll_id = $1 order by slot',
      [poll_id],
    )
    expect(rows.slice(2)).toEqual([
      { slot: 3, priority: 2, name: 'C' },
      { slot: 4, priority: 3, name: 'D' },
    ])
    await castBallot(at.world.db, { poll_id, user_id: at.people[1] ?? 0, choices: { D: 5 }, reason: null })
    const again = await send('options', { options: 'C' })
    expect([again.statusCode, again.body.includes('more than once')]).toEqual([422, true])
  })

  test('are added by voters if the poll allows it, with their link too', async () => {
    const settings = { poll_type: 'poll', voter_can_add_options: true } as const
    const { poll_id, path, send } = await at.make({ settings, options: ['A'] })
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[0] ?? 0, poll_id })
    const { cookie, page } = await at.web.follow(path, token)
    expect(page.body).toContain(`${path}/options`)
    expect((await send('options', { options: 'Mine' }, cookie)).statusCode).toBe(303)
    expect((await at.web.get(path, cookie)).body).toContain('Mine')
  })

  test('of a meeting are sorted by time', async () => {
    const { path, send } = await at.make({
      settings: { poll_type: 'meeting' },
      options: ['2098-01-05', '2098-01-07'],
    })
    const fields = (await at.web.get(`${path}/options`, at.sessions.ada)).body
    expect(fields).toContain('<input type="date" name="options" value aria-label="Time 5"/>')
    await send('options', [
      ['options', '2098-01-06'],
      ['options', ''],
    ])
    const days = [...(await at.web.get(path, at.sessions.ben)).body.matchAll(/<h3>\w+ (\d)/g)].map(
      ([, day]) => day,
    )
    expect(days).toEqual(['5', '6', '7'])
    const again = await send('options', { options: '2098-01-06' })
    expect(again.body).toContain('<a href="#options">Times contain ')
    expect(again.body).toContain('id="options-mend">Times contain ')
  })
})

describe('managers of a poll see no more of hidden results than others', () => {
  const settings = { hide_results: 'until_closed' } as const
  const votes = [
    ['agree', 'agree', 'disagree'],
    ['disagree', 'abstain', 'abstain'],
  ]

  /** Every page of a poll as Ada gets it, with its headers, with random and time-dependent parts removed. */
  async function pagesAfter(choices: string[], wish: PollWish): Promise<string[]> {
    const { poll_id, path, send } = await at.make(wish)
    for (const [voter, choice] of choices.entries()) await at.vote(poll_id, voter, choice)
    const answers = [await send('ballot', {}), await send('edit', { title: '' })]
    for (const tool of ['', '/voters', '/close', '/edit', '/remind', '/invite'])
      answers.push(await at.web.get(`${path}${tool}`, at.sessions.ada))
    return answers.map(({ statusCode, headers, body }) =>
      `${statusCode} ${JSON.stringify(headers)} ${body}`
        .replaceAll(path.slice('/p/'.length), '')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '')
        .replace(/\d\d:\d\d(:\d\d GMT)?/g, '')
        .replace(/"x-request-id":"[^"]+"/, '')
        .replace(/name="once" value="[^"]+"/, '')
        .replace(/data-seen=\\?"[^"]+"/, ''),
    )
  }

  test.each([
    ['named', { settings }],
    ['anonymous', { settings: { ...settings, anonymous: true } }],
  ] satisfies [string, PollWish][])('%s', async (_, wish) => {
    const [one, other] = [await pagesAfter(votes[0] ?? [], wish), await pagesAfter(votes[1] ?? [], wish)]
    expect(one).toEqual(other)
  })

  test('the same comparison finds a difference if results are visible', async () => {
    const [one, other] = [await pagesAfter(votes[0] ?? [], {}), await pagesAfter(votes[1] ?? [], {})]
    expect(one).not.toEqual(other)
  })
})
