import { expect, test } from 'vitest'
import { makePoll, rewordPoll } from '../../../test/tell.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { writerOf } from '../../../test/written-mails.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { NO_SIGNER } from '../../db/keys/signing-key.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll, settlePoll } from '../../polls/close-poll.ts'
import { signHeads } from '../../polls/heads/sign-heads.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
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
