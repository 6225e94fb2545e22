import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { openPost } from '../../../test/post.ts'
import { openWeb } from '../../../test/web.ts'
import { addMembers, keyFor } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { muteGroup } from '../../notifications/mute-group.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
})

const LATER = '2098-03-01T12:00'

/** A closed poll with a published outcome. */
async function decided(wish: Parameters<ToolWorld['make']>[0] = {}) {
  const made = await at.make(wish)
  await at.close(made.poll_id)
  await made.send('outcome', { statement: 'Too hasty.' })
  await made.send('outcome', { statement: 'We **build** it.' })
  return made
}

const publishAs = (user_id: number, poll_id: number) =>
  change(at.world.db, { kind: 'person', user_id }, (act) =>
    publishOutcome(act, { poll_id, statement: 'We build it.', poll_option_id: null, review_on: null }),
  )

const reopened = async (wish: Parameters<ToolWorld['make']>[0] = {}) => {
  const made = await decided(wish)
  await made.send('reopen', { closing_at: LATER })
  return made
}

describe('before an outcome is published', () => {
  const MAILED = { SMTP_URL: 'smtp://127.0.0.1:2525' }

  test('its form says how many others get an email with it: as many as then get one', async () => {
    const { path, poll_id } = await at.make({ recipients: { audience: 'group' } })
    await at.close(poll_id)
    const [muted] = await addMembers(at.world, ['muted@mill.example'])
    const group_id = at.world.group.id
    await change(at.world.db, SYSTEM, (act) => muteGroup(act, { user_id: muted ?? 0, group_id }))
    const post = await openPost(at.world)
    const web = await openWeb(at.world, MAILED)
    const form = (await web.get(`${path}/outcome`, at.sessions.ada)).body
    const told = Number(/(\d+) other people get an email with the outcome\./.exec(form)?.[1])
    await post.deliver()
    await publishAs(at.world.ada.id, poll_id)
    expect(await post.deliver()).toHaveLength(told)
  })

  test('its form says that nobody gets an email, where nobody else is concerned', async () => {
    const actor = { kind: 'person' as const, user_id: at.world.ada.id }
    const { path, poll_id } = await at.make({ actor, settings: { specified_voters_only: true } })
    await at.close(poll_id)
    const web = await openWeb(at.world, MAILED)
    const form = (await web.get(`${path}/outcome`, at.sessions.ada)).body
    expect(form).toContain('Nobody gets an email with the outcome.')
  })

  test('the form that edits one promises that nobody gets another email, but for another time', async () => {
    const web = await openWeb(at.world, MAILED)
    const proposal = await decided()
    expect((await web.get(`${proposal.path}/outcome`, at.sessions.ada)).body).toContain(
      'Nobody gets another email.',
    )
    const meeting = await decided({ settings: { poll_type: 'meeting' }, options: ['2098-03-03'] })
    expect((await web.get(`${meeting.path}/outcome`, at.sessions.ada)).body).toContain(
      'People get another email only if the time changes.',
    )
  })
})

describe('before a poll with an outcome is reopened', () => {
  test('its form says what becomes of the outcome, and shows it', async () => {
    const { path } = await decided()
    const form = (await at.web.get(`${path}/reopen`, at.sessions.ada)).body
    expect(form).toContain('The outcome below is published. Reopening withdraws it')
    expect(form).toContain('Nobody gets an email about this.')
    expect(form).toContain('We <strong>build</strong> it.')
  })

  test('its form says how many people get an email about it: those whom the outcome reached, but not its reader', async () => {
    const { path, poll_id } = await decided({ recipients: { audience: 'group' } })
    const post = await openPost(at.world)
    const web = await openWeb(at.world, { SMTP_URL: 'smtp://127.0.0.1:2525' })
    const form = async () => (await web.get(`${path}/reopen`, at.sessions.ada)).body
    expect(await form()).toContain('Nobody gets an email about this.')
    await post.deliver()
    expect(await form()).toContain('4 people will be told by email that the outcome is no longer in force.')
    await change(at.world.db, { kind: 'person', user_id: at.world.ada.id }, (act) =>
      reopenPoll(act, poll_id, new Date(Date.now() + 3_600_000)),
    )
    expect(await post.deliver()).toHaveLength(4)
  })

  test('its form says how many people who joined since get a ballot, and an email', async () => {
    const { path } = await decided({ recipients: { audience: 'group' } })
    const web = await openWeb(at.world, { SMTP_URL: 'smtp://127.0.0.1:2525' })
    const form = async () => (await web.get(`${path}/reopen`, at.sessions.ada)).body
    expect(await form()).not.toContain('joined since voting closed')
    const [late] = await addMembers(at.world, ['late@mill.example', 'later@mill.example'])
    const group_id = at.world.group.id
    await change(at.world.db, { kind: 'person', user_id: late ?? 0 }, (act) =>
      muteGroup(act, { user_id: late ?? 0, group_id }),
    )
    expect(await form()).toContain('2 people who joined since voting closed get a ballot too.')
    expect(await form()).toContain('1 person gets an email asking them to vote.')
  })

  test('a poll without one has no such warning', async () => {
    const { path, poll_id } = await at.make()
    await at.close(poll_id)
    expect((await at.web.get(`${path}/reopen`, at.sessions.ada)).body).not.toContain('withdraws')
  })
})

describe('after it was reopened', () => {
  test('its page shows the last outcome folded, as withdrawn, to everyone who may see it', async () => {
    const { path } = await reopened()
    for (const cookie of [at.sessions.ada, at.sessions.ben]) {
      const page = (await at.web.get(path, cookie)).body
      const earlier =
        /<details class="earlier"><summary>Earlier outcome of .*?<\/summary>.*?<\/details>/s.exec(page)?.[0]
      expect(earlier).toContain('No longer valid: withdrawn on <time')
      expect(earlier).toContain('We <strong>build</strong> it.')
      expect(page).not.toContain('Too hasty.')
      expect(page).not.toContain('id="outcome"')
    }
    expect((await at.web.get(path, '')).body).not.toContain('build')
  })

  test('its page shows no earlier outcome to a reader from whom results are hidden', async () => {
    const { path } = await reopened({ settings: { hide_results: 'until_closed' } })
    const page = (await at.web.get(path, at.sessions.ben)).body
    expect(page).toContain('The outcome was withdrawn.')
    expect(page).not.toMatch(/build|Earlier outcome/)
    expect((await at.web.get(`${path}/history`, at.sessions.ben)).body).not.toContain('build')
  })

  test('its page names no day of review for it, nor for a text that another one replaced', async () => {
    const { path, send } = await decided()
    await send('outcome', { statement: 'We build it.', review_on: '2098-03-01' })
    await send('outcome', { statement: 'We build it twice.' })
    expect((await at.web.get(path, at.sessions.ben)).body).not.toContain('Due for review')
    await send('outcome', { statement: 'We build it.', review_on: '2098-03-01' })
    expect((await at.web.get(path, at.sessions.ben)).body).toContain('Due for review')
    await send('reopen', { closing_at: LATER })
    const page = (await at.web.get(path, at.sessions.ben)).body
    expect(page).toContain('We build it.')
    expect(page).not.toContain('Due for review')
  })

  test('nobody is reminded to review it', async () => {
    const { poll_id, send } = await decided()
    await send('outcome', { statement: 'We build it.', review_on: '2098-03-01' })
    const due = async () => {
      const of_poll = 'select id from outcomes where poll_id = $1 and review_due_at is not null'
      return (await at.world.db.pool.query(of_poll, [poll_id])).rowCount
    }
    expect(await due()).toBe(1)
    await send('reopen', { closing_at: LATER })
    expect(await due()).toBe(0)
  })

  test('the API answers without it', async () => {
    const { poll_id } = await reopened()
    const { key } = await keyFor(at.world)
    const headers = { authorization: `Bearer ${key}` }
    const answer = await at.web.app.inject({ url: `/api/b1/polls/${poll_id}`, headers })
    const { polls, outcomes } = answer.json()
    expect(outcomes).toEqual([])
    expect(polls[0].current_outcome_id).toBeNull()
  })

  test('the form of the next outcome begins with its text, and both stay apart on the page', async () => {
    const { path, poll_id, send } = await reopened()
    await at.close(poll_id)
    const form = (await at.web.get(`${path}/outcome`, at.sessions.ada)).body
    expect(form).toContain('We **build** it.</textarea>')
    expect(form).toContain('The form starts with the text of the earlier outcome')
    await send('outcome', { statement: 'We wait.' })
    const page = (await at.web.get(path, at.sessions.ben)).body
    expect(page.indexOf('We wait.')).toBeLessThan(page.indexOf('Earlier outcome'))
    expect(page).toContain('We <strong>build</strong> it.')
    expect((await at.web.get(`${path}/outcome`, at.sessions.ada)).body).toContain('We wait.</textarea>')
  })

  test('every reopening withdraws one more, the last one first', async () => {
    const { path, poll_id, send } = await reopened()
    await at.close(poll_id)
    await send('reopen', { closing_at: LATER })
    await at.close(poll_id)
    await send('outcome', { statement: 'We wait.' })
    await send('reopen', { closing_at: LATER })
    const page = (await at.web.get(path, at.sessions.ben)).body
    expect(page.match(/Earlier outcome/g)).toHaveLength(2)
    expect(page.indexOf('We wait.')).toBeLessThan(page.indexOf('build'))
  })
})

describe('an outcome that is withdrawn on its own', () => {
  const ANONYMOUS = { anonymous: true, stance_reason_required: 'disabled' as const }

  test.each([
    ['named', {}],
    ['anonymous', ANONYMOUS],
  ])('leaves a %s poll closed, and its page keeps it as withdrawn', async (_, settings) => {
    const { path, poll_id, send } = await decided({ settings })
    if (settings === ANONYMOUS) await sealPoll(at.world.db, poll_id)
    const form = (await at.web.get(`${path}/withdraw-outcome`, at.sessions.ada)).body
    expect(form).toContain('The poll stays closed')
    expect(form).toContain('We <strong>build</strong> it.')
    expect((await send('withdraw-outcome')).statusCode).toBe(303)
    for (const cookie of [at.sessions.ada, at.sessions.ben]) {
      const page = (await at.web.get(path, cookie)).body
      expect(/<details class="earlier">.*?<\/details>/s.exec(page)?.[0]).toContain(
        'We <strong>build</strong> it.',
      )
      expect(page).toMatch(/No longer valid: withdrawn on <time[^>]*>[^<]*<\/time>\.</)
      expect(page).not.toContain('id="outcome"')
      expect(page).not.toContain('Voting is open')
    }
    const history = (await at.web.get(`${path}/history`, at.sessions.ada)).body
    expect(history).toMatch(/The outcome was withdrawn (by .*? )?on/)
    expect((await at.eventsOf(poll_id)).map(({ kind }) => kind).at(-1)).toBe('outcome_withdrawn')
    expect((await at.web.get('/g/mill-lane/decisions', at.sessions.ada)).body).not.toContain(path)
    const next = (await at.web.get(`${path}/outcome`, at.sessions.ada)).body
    expect(next).toContain('The form starts with the text of the outcome that was withdrawn.')
  })

  test('by those who may publish it, and no one else', async () => {
    const { path, send } = await decided()
    expect((await send('withdraw-outcome', {}, at.sessions.ben)).statusCode).toBe(403)
    expect((await at.web.get(path, at.sessions.ben)).body).not.toContain('withdraw-outcome')
    expect((await at.web.get(path, at.sessions.ada)).body).toContain(`href="${path}/withdraw-outcome"`)
    expect((await at.web.get(path, at.sessions.ada)).body).toContain('id="outcome"')
  })

  test('is offered only where there is one, and once more says so', async () => {
    const { path, poll_id, send } = await at.make()
    await at.close(poll_id)
    expect((await at.web.get(path, at.sessions.ada)).body).not.toContain('withdraw-outcome')
    expect((await at.web.get(`${path}/withdraw-outcome`, at.sessions.ada)).body).toContain(
      'This poll has no outcome now.',
    )
    expect((await send('withdraw-outcome')).headers['location']).toContain('done=unchanged')
  })

  test('is edited with a button that saves changes, and its form leads to the withdrawal', async () => {
    const { path } = await decided()
    const form = (await at.web.get(`${path}/outcome`, at.sessions.ada)).body
    expect(form).toMatch(/<button class="button" type="submit">Save changes<\/button>/)
    expect(form).toContain('Published by mistake? <a href="withdraw-outcome">Withdraw outcome</a>')
  })
})
