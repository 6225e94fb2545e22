import { describe, expect, test } from 'vitest'
import { makePoll, type PollWish, rewordPoll } from '../../../test/tell.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { writerOf } from '../../../test/written-mails.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { NO_SIGNER } from '../../db/keys/signing-key.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll, settlePoll } from '../../polls/close-poll.ts'
import { signHeads } from '../../polls/heads/sign-heads.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { timeWords } from '../../text/time-words.ts'

const world = await createWorld()
const [ben = 0] = await addMembers(world)
const write = writerOf(world)

const vote = (poll_id: number, user_id: number, choices: Record<string, number>) =>
  castBallot(world.db, { poll_id, user_id, choices, reason: null })

test('the mail of an outcome names the fingerprint and the signed result of the closing it is about', async () => {
  const poll_id = await makePoll(world, { settings: { poll_type: 'proposal' } })
  await change(world.db, SYSTEM, (act) => closePoll({ ...act, signer: NO_SIGNER }, poll_id))
  const outcome = { poll_id, statement: 'We do it.', poll_option_id: null, review_on: null }
  await change(world.db, SYSTEM, (act) => publishOutcome(act, outcome))
  const written = () => write(poll_id, 'outcome', 'outcome_created')
  expect((await written()).text_body).toMatch(/^Fingerprint: \w{26}\nSigned result: not signed yet$/m)
  await signHeads(world.db)
  const { text_body } = await written()
  expect(text_body).toMatch(/^Fingerprint: \w{26}\nSigned result: \S+&file=head$/m)
  expect(text_body).toMatch(/^Public key: \S+\+[0-9a-f]{8}\+\S{44}$/m)
})

test.each([
  ['named', {}],
  ['anonymous', { anonymous: true, stance_reason_required: 'disabled' as const }],
])('the mail of an outcome says what was edited while votes were cast in a %s poll', async (_, settings) => {
  const outcome = { statement: 'We do it.', poll_option_id: null, review_on: null }
  const written = async (votes: Record<string, number>[]) => {
    const poll_id = await makePoll(world, { settings })
    for (const choices of votes) await vote(poll_id, ben, choices)
    await rewordPoll(world, poll_id, { user_id: world.ada.id, details: 'For **twelve** bikes.' })
    await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
    await change(world.db, SYSTEM, (act) => publishOutcome(act, { ...outcome, poll_id }))
    return (await write(poll_id, 'outcome', 'outcome_created')).text_body
  }
  expect(await written([{ agree: 1 }])).toContain('Edited during voting: Details')
  expect(await written([])).not.toContain('Edited')
})

test('the mails of a result and of an outcome say, below what was decided, who closed the poll early, and its deadline', async () => {
  await world.db.pool.query("update users set name = 'Ben' where id = $1", [ben])
  const closing_at = new Date(Date.now() + 5 * 24 * 3_600_000)
  const id = await makePoll(world, { settings: { closing_at } })
  await change(world.db, { kind: 'person', user_id: ben }, (act) => closePoll(act, id))
  const outcome = { poll_id: id, statement: 'We do it.', poll_option_id: null, review_on: null }
  await change(world.db, SYSTEM, (act) => publishOutcome(act, outcome))
  const deadline = timeWords(closing_at, 'UTC')
  for (const [kind, event] of [
    ['poll_closed', 'poll_closed_by_user'],
    ['outcome', 'outcome_created'],
  ] as const) {
    const { text_body } = await write(id, kind, event)
    expect(text_body.replace(/\s+/g, ' ')).toMatch(
      /Voting was closed early by Ben on [^.]*\. The deadline was /,
    )
    expect(text_body.replace(/\s+/g, ' ')).toContain(`The deadline was ${deadline}.`)
  }
  const { text_body, html_body } = await write(id, 'outcome', 'outcome_created')
  for (const body of [text_body, html_body]) {
    expect(body.replace(/\s+/g, ' ')).toMatch(/We do it\..*Nobody voted\..*Voting was closed early/)
  }
  const due = await makePoll(world)
  await world.db.pool.query('update polls set closing_at = now() where id = $1', [due])
  await change(world.db, SYSTEM, (act) => settlePoll(act, due))
  expect((await write(due, 'poll_closed', 'poll_expired')).text_body).not.toContain('early')
})

/** A closed poll with an outcome and Ben's vote; its mail in one line, as text and as HTML. */
async function closedMail(wish: PollWish, choices: Record<string, number>) {
  const poll_id = await makePoll(world, wish)
  await vote(poll_id, ben, choices)
  await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
  const outcome = { poll_id, statement: 'We do it.', poll_option_id: null, review_on: null }
  await change(world.db, SYSTEM, (act) => publishOutcome(act, outcome))
  const { text_body, html_body } = await write(poll_id, 'outcome', 'outcome_created')
  // Without the preheader, which is not seen in the mail itself.
  const seen = html_body.replace(/<div style="display:none[^>]*>[^<]*<\/div>/, '').replace(/<[^>]+>/g, ' ')
  return [text_body, seen].map((body) => body.replace(/\s+/g, ' '))
}

const TREES = ['Oak', 'Elm']
const TIMES = ['2098-05-04', '2098-05-05']
const least = (option: string): Partial<PollSettings> => ({
  thresholds: [{ option, percent: 80, of: 'eligible', at: 'least' }],
})

describe('the mail of an outcome says whether the conditions are met, in a', () => {
  test.each<[PollSettings['poll_type'], string[] | null, Record<string, number>]>([
    ['proposal', null, { agree: 1 }],
    ['poll', TREES, { Oak: 1 }],
    ['count', null, { accept: 1 }],
    ['score', TREES, { Oak: 5 }],
    ['ranked_choice', TREES, { Oak: 1, Elm: 2 }],
    ['dot_vote', TREES, { Oak: 8 }],
    ['meeting', TIMES, { '2098-05-04': 2, '2098-05-05': 0 }],
  ])('%s', async (poll_type, options, choices) => {
    const [option = ''] = Object.keys(choices)
    for (const body of await closedMail({ settings: { poll_type, ...least(option) }, options }, choices))
      expect(body).toMatch(/We do it\..*Not passed: 1 of all 5 voters .*at least 80% needed/)
    for (const body of await closedMail({ settings: { poll_type, quorum_pct: 80 }, options }, choices))
      expect(body).toMatch(/We do it\..*Conditions not met: 1 of 5 voted \(20%, quorum 80%\)/)
  })
})

test('the mail of an outcome says that no time suits anyone, above the times', async () => {
  const wish: PollWish = { settings: { poll_type: 'meeting' }, options: TIMES }
  for (const body of await closedMail(wish, { '2098-05-04': 0, '2098-05-05': 0 }))
    expect(body).toMatch(/We do it\..*No time suits anyone\. 1 of 5 voted\..*Results/)
})

test('the mail of an outcome without conditions says how many voted, above the times', async () => {
  const wish: PollWish = { settings: { poll_type: 'meeting' }, options: TIMES }
  const [text, html] = await closedMail(wish, { '2098-05-04': 2, '2098-05-05': 0 })
  expect(text).toMatch(/We do it\. Turnout: 1 of 5 voted\. Results/)
  expect(html).toMatch(/Turnout.*1 of 5 voted\.(?!.*1 of 5 voted)/)
})
