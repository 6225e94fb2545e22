import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { PROPOSAL } from '../../../test/proposal-form.ts'
import { makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'

let at: GroupWorld
let thread: string

beforeAll(async () => {
  at = await openGroupWorld()
  thread = await keyOf(at.world, 'discussions', await makeThread(at.world))
})

async function lastPoll() {
  const { rows } = await at.world.db.pool.query(
    `select p.*, array(select name from poll_options o where o.poll_id = p.id order by priority) as options,
       (select count(*) from electorate e where e.poll_id = p.id) as voters,
       (select recipient_ids from events e where e.poll_id = p.id) as told
     from polls p order by id desc limit 1`,
  )
  return rows[0]
}

describe('starting', () => {
  test('creates the poll as requested, in the author’s zone', async () => {
    const answer = await at.post('/new-poll', 'ada', { ...PROPOSAL, thread })
    const poll = await lastPoll()
    const path = `/p/${poll.key}?done=started&people=3`
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
    // Without a mail server, nobody gets an email.
    const { body } = await at.get(path, 'ada')
    expect(body).toContain('Copy links for everyone who hasn’t voted')
    // One note says that it is open, until when, and what its link is.
    expect(body.match(/class="note(?![^>]* hidden)/g)).toHaveLength(1)
    expect(body).toMatch(/>The poll is open\.<.*>Voting is open until .*id="link"/s)
    expect((await at.get(path, 'ben')).body).not.toContain('people will get an email.')
    expect(poll).toMatchObject({
      title: 'We buy a second bike shed',
      closing_at: new Date('2031-01-31T17:00:00Z'),
      hide_results: 'off',
      anonymous: false,
      stance_reason_required: 'optional',
      notify_on_closing_soon: 'voters',
      author_id: at.people.ada,
      options: ['agree', 'abstain', 'disagree', 'block'],
      voters: 4,
    })
    expect(poll.discussion_id).not.toBeNull()
    expect(poll.told).toHaveLength(4)
  })

  test('an anonymous poll always hides its results until it closes, and takes no reasons', async () => {
    await at.post('/new-poll', 'ben', { ...PROPOSAL, anonymous: 'true' })
    expect(await lastPoll()).toMatchObject({
      hide_results: 'until_closed',
      stance_reason_required: 'disabled',
    })
    await at.post('/new-poll', 'ben', { ...PROPOSAL, anonymous: 'true', hide_results: 'off' })
    expect(await lastPoll()).toMatchObject({ hide_results: 'until_closed' })
  })

  test('without a closing time it is a draft, and voters are not notified', async () => {
    const draft = { ...PROPOSAL, closing_at: '' }
    expect((await at.post('/new-poll', 'ben', { ...draft, step: 'preview' })).body).toContain(
      'Save as draft<',
    )
    await at.post('/new-poll', 'ben', draft)
    expect(await lastPoll()).toMatchObject({ opened_at: null, closing_at: null, voters: 4, told: [] })
  })

  test('the button that saves a draft opens no poll, even if a closing time was typed since', async () => {
    const keep = /<button[^>]*value="keep"[^>]*>Save as draft</
    const again = await at.post('/new-poll', 'ben', { ...PROPOSAL, title: '', closing_at: '', step: 'keep' })
    expect([again.statusCode, keep.test(again.body)]).toEqual([422, true])
    const before = await lastPoll()
    const asked = await at.post('/new-poll', 'ben', { ...PROPOSAL, step: 'keep' })
    expect(await lastPoll()).toEqual(before)
    expect(asked.body).toContain('Start this poll?')
    expect(asked.body).toMatch(/<button[^>]*value="start"[^>]*>Start poll</)
    await at.post('/new-poll', 'ben', { ...PROPOSAL, title: 'Kept', closing_at: '', step: 'keep' })
    expect(await lastPoll()).toMatchObject({ title: 'Kept', opened_at: null })
  })

  test('a closing time that cannot be read makes no draft of the poll', async () => {
    const { body } = await at.post('/new-poll', 'ben', { ...PROPOSAL, closing_at: 'soon' })
    expect(body).toMatch(/<button[^>]*value="start"[^>]*>Start poll</)
  })

  test('the form says beside “Nobody” that drafts ask again', async () => {
    const form = (await at.get('/new-poll?group=mill-lane&type=proposal', 'ben')).body
    expect(form).toContain('If you save a draft, you choose again when you open voting.')
  })

  test('a saved draft promises its author no email, and says that the group can see it', async () => {
    const { headers } = await at.post('/new-poll', 'ada', { ...PROPOSAL, closing_at: '' })
    const note = /<div class="standing".*?<\/div>/s.exec(
      (await at.get(String(headers.location), 'ada')).body,
    )?.[0]
    expect(note).toContain('Your draft is saved.')
    expect(note).toContain('Everyone in the group can already see this draft.')
    expect(note).not.toContain('email')
  })

  test('people whom the form of a draft names are notified', async () => {
    const recipient_user_ids = String(at.people.ada)
    await at.post('/new-poll', 'ben', { ...PROPOSAL, closing_at: '', tell: 'named', recipient_user_ids })
    expect((await lastPoll()).told).toEqual([at.people.ada])
  })

  test('for chosen people: the author may be one of them, and so may outsiders', async () => {
    const fields = {
      ...PROPOSAL,
      eligible: 'named',
      recipient_user_ids: [String(at.people.ben), String(at.people.ada)],
      recipient_emails: 'new@else.example',
    }
    const page = await at.post('/new-poll', 'ada', { ...fields, step: 'preview' })
    expect(page.body).toContain('3 people, named by you')
    expect(page.body).toContain('Start poll</button>')
    await at.post('/new-poll', 'ada', fields)
    expect(await lastPoll()).toMatchObject({ specified_voters_only: true, voters: 3 })
    const strange = await at.post('/new-poll', 'ada', {
      ...fields,
      recipient_user_ids: String(at.people.stranger),
    })
    expect(strange.statusCode).toBe(422)
  })

  test('nobody gets a mail if the form says so', async () => {
    await at.post('/new-poll', 'ben', { ...PROPOSAL, tell: 'nobody' })
    expect((await lastPoll()).told).toEqual([])
  })

  test.each([
    [
      'poll',
      { options: 'Red\r\n\r\n Green \r\nBlue', maximum_stance_choices: '2', minimum_stance_choices: '1' },
      ['Red', 'Green', 'Blue'],
    ],
    ['count', { options: '' }, ['accept', 'decline']],
    ['score', { options: 'A\nB', min_score: '1', max_score: '9' }, ['A', 'B']],
    ['ranked_choice', { options: 'A\nB\nC', minimum_stance_choices: '' }, ['A', 'B', 'C']],
    [
      'meeting',
      {
        days: ['2031-07-01', '2031-03-04', '2031-01-02'],
        hour_days: ['2031-07-01', '2031-07-01', '2031-01-02', '2031-03-04', '2031-08-08'],
        hours: ['18:00', '', '09:30', '', '10:00'],
        options: '2031-05-06T07:08Z',
      },
      ['2031-01-02T08:30:00Z', '2031-03-04', '2031-05-06T07:08Z', '2031-07-01T16:00:00Z'],
    ],
    [
      'dot_vote',
      { options: 'A\nB', dots_per_person: '5', shuffle_options: 'true', voter_can_add_options: 'true' },
      ['A', 'B'],
    ],
  ] as const)('%s: with its own settings', async (poll_type, own, options) => {
    const fields = { ...PROPOSAL, poll_type, ...own } as Record<string, string | string[]>
    expect((await at.post('/new-poll', 'ada', fields)).statusCode).toBe(303)
    const poll = await lastPoll()
    expect(poll.options).toEqual(options)
    if (poll_type === 'score') expect([poll.min_score, poll.max_score]).toEqual([1, 9])
    if (poll_type === 'poll') expect(poll.maximum_stance_choices).toBe(2)
    if (poll_type === 'ranked_choice') expect(poll.minimum_stance_choices).toBe(3)
    if (poll_type === 'dot_vote')
      expect([poll.dots_per_person, poll.shuffle_options, poll.voter_can_add_options]).toEqual([
        5,
        true,
        true,
      ])
  })
})
