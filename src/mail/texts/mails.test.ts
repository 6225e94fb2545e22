import { expect, test } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { writerOf } from '../../../test/written-mails.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { NO_SIGNER } from '../../db/keys/signing-key.ts'
import { addOptions } from '../../polls/add-options.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { signHeads } from '../../polls/heads/sign-heads.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import { MAX_MAILED_BODY } from './content.ts'
import { PERSONAL_LINK } from './placeholders.ts'

const world = await createWorld()
const [ben = 0, cleo = 0] = await addMembers(world)

const vote = (poll_id: number, user_id: number, choices: Record<string, number>) =>
  castBallot(world.db, { poll_id, user_id, choices, reason: null })

const write = writerOf(world)

test('the invitation to spend a budget says how much there is, and what each option costs', async () => {
  const id = await makePoll(world, {
    settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 700 },
    options: ['Garden', 'Stage'],
    option_costs: { Garden: 300, Stage: 400 },
  })
  const { text_body } = await write(id, 'vote_invitation', 'poll_created')
  expect(text_body).toMatch(/Budget:? +700/)
  expect(text_body).toContain('The budget of 700 is shared equally among the voters: an option is funded if')
  expect(text_body).toMatch(/Garden[\s\S]{0,20}Cost: 300[\s\S]+Stage[\s\S]{0,20}Cost: 400/)
})

test('mails sent while a poll is open do not depend on the votes', async () => {
  for (const hide_results of ['off', 'until_vote', 'until_closed'] as const) {
    const id = await makePoll(world, { settings: { hide_results, notify_on_closing_soon: 'voters' } })
    const written = async () => [
      await write(id, 'vote_invitation', 'poll_created'),
      await write(id, 'closing_soon', 'poll_closing_soon'),
    ]
    const before = await written()
    await vote(id, ben, { agree: 1 })
    expect(await written()).toEqual(before)
  }
})

test('a poll with rules states them in the invitation, and the decision once it is closed', async () => {
  const thresholds = [{ option: 'agree', percent: 50, of: 'cast' as const, at: 'least' as const }]
  const id = await makePoll(world, { settings: { thresholds } })
  const invitation = await write(id, 'vote_invitation', 'poll_created')
  expect(invitation.text_body).toContain('It passes when at least 50% of those who vote agree.')
  await vote(id, ben, { agree: 1 })
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  const closed = await write(id, 'poll_closed', 'poll_closed_by_user')
  for (const body of [closed.text_body.replace(/\s+/g, ' '), closed.html_body])
    expect(body).toContain('Passed: 1 of 1 who voted agrees (100%, at least 50% needed); 1 of 5 voted (20%).')
})

test('the mail of a result says the sums and the time of an early closing once', async () => {
  const id = await makePoll(world)
  await vote(id, ben, { agree: 1 })
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  const { text_body, html_body } = await write(id, 'poll_closed', 'poll_closed_by_user')
  const preheader = 'Agree 1, Abstain 0, Disagree 0. 1 of 5 voted.'
  const shown = html_body.replace(preheader, '').replace(/<style[\s\S]*?<\/style>/g, '')
  for (const body of [text_body, shown.replace(/<[^>]*>/g, ' ')]) {
    const words = body.replace(/\s+/g, ' ')
    expect(words).toMatch(/1 of 5 voted\. Voting was closed early/)
    expect(words.match(/Agree:? 1/g)).toEqual(['Agree: 1'])
    expect(words).not.toMatch(/Closed:? +\w+day/)
  }
})

test('the text of an outcome mail has no label before a result that starts with its own', async () => {
  const thresholds = [{ option: 'agree', percent: 50, of: 'cast' as const, at: 'least' as const }]
  const id = await makePoll(world, { settings: { thresholds } })
  await vote(id, ben, { agree: 1 })
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  const outcome = { poll_id: id, statement: 'We do it.', poll_option_id: null, review_on: null }
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => publishOutcome(act, outcome))
  const { text_body } = await write(id, 'outcome', 'outcome_created')
  expect(text_body).toContain('\nPassed: 1 of 1 who voted')
})

test('a mail says when an anonymous poll is not counted yet', async () => {
  const id = await makePoll(world, { settings: { anonymous: true } })
  await vote(id, ben, { agree: 1 })
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  const mail = await write(id, 'poll_closed', 'poll_expired')
  expect(mail.text_body).toContain('The votes are being counted.')
  expect(mail.text_body).not.toMatch(/agree/i)
})

test('a mail contains only the beginning of a very long text', async () => {
  const id = await makePoll(world, { settings: { details: `${'word '.repeat(15_000)}end` } })
  const mail = await write(id, 'vote_invitation', 'poll_created')
  expect(mail.text_body).toContain('The full text is on the page.')
  expect(mail.text_body.length).toBeLessThan(MAX_MAILED_BODY + 2_000)
})

test('all text written by people is escaped', async () => {
  const evil = '<img src=x onerror=alert(1)> "quoted"'
  const id = await makePoll(world, {
    settings: { title: evil, details: evil, poll_type: 'poll' },
    options: [evil],
    recipients: { message: evil },
  })
  const mail = await write(id, 'vote_invitation', 'poll_created')
  expect(mail.html_body).not.toContain('<img')
  expect(
    mail.html_body.match(/&lt;img src=x onerror=alert\(1\)&gt; &quot;quoted&quot;/g)?.length,
  ).toBeGreaterThanOrEqual(4)
})

test('the mail of a result names its fingerprint, its head and the key, and says when it is not signed', async () => {
  const poll_id = await makePoll(world, { settings: { poll_type: 'proposal' } })
  expect((await write(poll_id, 'closing_soon', 'poll_closing_soon')).text_body).not.toContain('Fingerprint')
  await change(world.db, SYSTEM, (act) => closePoll({ ...act, signer: NO_SIGNER }, poll_id))
  const unsigned = await write(poll_id, 'poll_closed', 'poll_closed_by_user')
  for (const body of [unsigned.text_body, unsigned.html_body]) {
    expect(body).toMatch(/[a-z2-7]{26}/i)
    expect(body).toContain('not signed yet')
  }
  await signHeads(world.db)
  const signed = await write(poll_id, 'poll_closed', 'poll_closed_by_user')
  expect(signed.text_body).toMatch(/^Fingerprint: \w{26}$/m)
  expect(signed.text_body).toContain(`\nSigned result: ${PERSONAL_LINK}&file=head\n`)
  expect(signed.text_body).toMatch(/^Public key: \S+\+[0-9a-f]{8}\+\S{44}$/m)
  expect(signed.html_body).toContain(`href="${PERSONAL_LINK}&amp;file=head"`)
  expect(signed.html_body).toMatch(/>https:\/\/moot\.example\/p\/\w{8}\/head</)
  expect(signed.html_body.match(/<bdi dir="ltr">/g)).toHaveLength(3)
})

test('the outcome of a meeting lists its times, best first, and what to check below the link', async () => {
  const times = Array.from({ length: 7 }, (_, day) => `2027-03-0${day + 1}`)
  const [first = '', second = '', ...rest] = times
  const id = await makePoll(world, { settings: { poll_type: 'meeting' }, options: times })
  const none = Object.fromEntries(rest.map((time) => [time, 0]))
  await vote(id, ben, { [first]: 1, [second]: 2, ...none })
  await vote(id, cleo, { [first]: 2, [second]: 2, ...none })
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  const outcome = { poll_id: id, statement: 'See you.', poll_option_id: null, review_on: null }
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => publishOutcome(act, outcome))
  const { text_body } = await write(id, 'outcome', 'outcome_created')
  expect(text_body).toContain(`Results:
- Tuesday 2 March 2027: 2 can come (best)
- Monday 1 March 2027: 2 can come, 1 of them if need be
- Wednesday 3 March 2027: nobody can come
- Thursday 4 March 2027: nobody can come
- Friday 5 March 2027: nobody can come
- and 2 more options
`)
  expect(text_body).toContain('Turnout: 2 of 5 voted.')
  expect(text_body.indexOf('Fingerprint:')).toBeGreaterThan(text_body.indexOf('See the outcome'))
})

test('of a time added after votes, the outcome of a meeting says who was never asked, as the page does', async () => {
  const [first, second, third] = ['2027-03-02', '2027-03-04', '2027-03-06'] as const
  const id = await makePoll(world, { settings: { poll_type: 'meeting' }, options: [first] })
  await vote(id, ben, { [first]: 2 })
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) =>
    addOptions(act, id, [second, third]),
  )
  await vote(id, cleo, { [first]: 2, [second]: 1, [third]: 0 })
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  const outcome = { poll_id: id, statement: 'See you.', poll_option_id: null, review_on: null }
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => publishOutcome(act, outcome))
  const { text_body } = await write(id, 'outcome', 'outcome_created')
  expect(text_body).toContain(`Results:
- Tuesday 2 March 2027: 2 can come (best)
- Thursday 4 March 2027: 1 of 2 can come, 1 of them if need be; 1 voted before it was added
- Saturday 6 March 2027: 0 of 2 can come; 1 voted before it was added
`)
})

test('mails about a meeting name the zone once above its times, and the outcome begins with the chosen one', async () => {
  const [first, second] = ['2027-03-02T18:00:00Z', '2027-03-04T18:00:00Z'] as const
  const id = await makePoll(world, { settings: { poll_type: 'meeting' }, options: [first, second] })
  const asked = await write(id, 'vote_invitation', 'poll_created', 'Europe/Berlin')
  expect(asked.text_body).toContain(`Proposed times (Germany Time):
- Tuesday 2 March 2027, 19:00
- Thursday 4 March 2027, 19:00
`)
  await vote(id, ben, { [first]: 2, [second]: 0 })
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  const { rows } = await world.db.pool.query('select id from poll_options where poll_id = $1 and name = $2', [
    id,
    first,
  ])
  const outcome = { poll_id: id, statement: 'See you.', poll_option_id: rows[0]?.id, review_on: null }
  await change(world.db, { kind: 'person', user_id: world.ada.id }, (act) => publishOutcome(act, outcome))
  const { text_body } = await write(id, 'outcome', 'outcome_created', 'Europe/Berlin')
  expect(text_body).toContain(`Decision: Tuesday 2 March 2027, 19:00 (Germany Time)
Turnout: 1 of 5 voted.

Results (Germany Time):
- Tuesday 2 March 2027, 19:00: 1 can come (best)
- Thursday 4 March 2027, 19:00: nobody can come
`)
})

test('the invitation to an election says how many are elected, and how votes are counted', async () => {
  const id = await makePoll(world, {
    settings: { poll_type: 'ranked_choice', count_method: 'stv_scottish', seats: 3 },
    options: ['Ada', 'Ben', 'Cem', 'Dora'],
  })
  const { text_body } = await write(id, 'vote_invitation', 'poll_created')
  expect(text_body).toContain('How ballots are counted: 3 seats · Single transferable vote (Scottish)')
})

test('of a poll without options asks voters to add the first one, not to vote', async () => {
  const settings = { poll_type: 'ranked_choice', voter_can_add_options: true } as const
  const poll_id = await makePoll(world, { settings, options: [] })
  for (const [kind, event] of [
    ['vote_invitation', 'voters_invited'],
    ['vote_invitation', 'poll_opened'],
    ['closing_soon', 'vote_reminder'],
  ] as const) {
    const { text_body, html_body } = await write(poll_id, kind, event)
    for (const body of [text_body, html_body]) {
      expect(body).toContain('There are no options yet.')
      expect(body).toContain('Add the first option')
      expect(body).not.toContain('Vote now')
    }
  }
})
