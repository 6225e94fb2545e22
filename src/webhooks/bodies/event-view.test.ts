import { describe, expect, test } from 'vitest'
import { type Body, makeWebhook, openHooks } from '../../../test/receiver.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyFor } from '../../../test/world.ts'
import { CommentRecord } from '../../api/comments-envelope.ts'
import type { Envelope } from '../../api/envelope.ts'
import { StanceRecord } from '../../api/records/present-stance.ts'
import { NO_SIGNER } from '../../db/keys/signing-key.ts'
import { addComment } from '../../discussions/comments/add-comment.ts'
import { deleteComment } from '../../discussions/comments/delete-comment.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { withdrawBallot } from '../../polls/ballots/withdraw-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { signHeads } from '../../polls/heads/sign-heads.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import type { WebhookKind } from '../webhook.ts'

const { world, receiver, via, ben, act, delivered } = await openHooks()
const { pool } = world.db

test('a deleted comment is removed from the log and not sent', async () => {
  await makeWebhook(world, { url: receiver.url, kinds: ['new_comment'] })
  const discussion_id = await makeThread(world)
  const say = (body: string) =>
    act((one) => addComment(one, { discussion_id, parent_id: null, body, mentioned_ids: [] }))
  const reader = { user_id: world.ada.id, member: true, accepted: true, admin: true }
  const kept = await say('Fine by me')
  const gone = await say('I regret this')
  expect(await via.dispatch()).toBe(2)
  await act((one) => deleteComment(one, { id: gone.id, discussion_id, reader }))
  await via.deliver()
  expect(receiver.got.map(({ body }) => JSON.parse(body))).toMatchObject([
    { kind: 'new_comment', text: 'Ada Vale commented on Bikes\nFine by me', comment_id: kept.id },
  ])
  const [{ comments, users }] = receiver.got.map(({ body }) => JSON.parse(body).data)
  expect(Object.keys(comments[0]).sort()).toEqual(Object.keys(CommentRecord.properties).sort())
  expect(comments[0]).toMatchObject({
    id: kept.id,
    sequence_id: 1,
    author_id: world.ada.id,
    discarded_at: null,
  })
  expect(users).toMatchObject([{ id: world.ada.id, email: null }])
  expect(await via.rows()).toHaveLength(1)
})

describe('votes', () => {
  type Ballot = Parameters<typeof castBallot>[1]
  const vote = (
    poll_id: number,
    choices: Ballot['choices'] = { agree: 1 },
    more: Pick<Ballot, 'api_key_id'> & Partial<Pick<Ballot, 'reason'>> = {},
  ) => castBallot(world.db, { poll_id, user_id: ben, choices, reason: null, ...more })

  test('have the same content as in the API, with their voter among the people', async () => {
    await makeWebhook(world, { url: receiver.url, kinds: ['stance_created'] })
    const poll_id = await makePoll(world)
    await vote(poll_id, { agree: 1 }, { reason: { text: 'It *rains*.', format: 'md' } })
    const [told] = await delivered()
    const { stances, users } = told!['data'] as Envelope
    expect(stances).toEqual([
      expect.objectContaining({ participant_id: ben, api_key_id: null, latest: true, reason: 'It *rains*.' }),
    ])
    expect(Object.keys(stances[0] ?? {}).sort()).toEqual(Object.keys(StanceRecord.properties).sort())
    expect(users.map(({ id }) => id)).toContain(ben)
    expect(JSON.stringify(users)).not.toContain('ben@')
  })

  test.each(['json', 'slack'] as const)(
    'cast by a key for a voter are marked as such, as %s',
    async (format) => {
      await makeWebhook(world, { url: receiver.url, kinds: ['stance_created', 'stance_updated'], format })
      const { id: api_key_id } = await keyFor(world, { permissions: ['cast_ballots'] })
      const poll_id = await makePoll(world)
      await vote(poll_id, { agree: 1 }, { api_key_id })
      const [cast] = await delivered()
      expect(cast?.['text']).toMatch(
        /^The API key “Test key” cast the vote of Ben Ash: A second bike shed\nAgree/,
      )
      await vote(poll_id, { disagree: 1 }, { api_key_id })
      const [changed] = await delivered()
      expect(changed?.['text']).toMatch(/^The API key “Test key” changed the vote of Ben Ash: A second/)
      if (format === 'json') expect(changed).toMatchObject({ data: { stances: [{ api_key_id }] } })
    },
  )

  test('name voter and choice where both are visible', async () => {
    await makeWebhook(world, { url: receiver.url, kinds: ['stance_created', 'stance_updated'] })
    const poll_id = await makePoll(world)
    await vote(poll_id)
    const [told] = await delivered()
    expect(told).toMatchObject({
      kind: 'stance_created',
      text: 'Ben Ash voted: A second bike shed\nAgree',
      actor_name: 'Ben Ash',
      actor_id: ben,
      data: { stances: [{ participant_id: ben, poll_id }] },
    })
    await vote(poll_id, { disagree: 1 })
    expect((await delivered())[0]).toMatchObject({
      kind: 'stance_updated',
      text: 'Ben Ash changed a vote: A second bike shed\nDisagree',
    })
  })

  test('name nobody if they were withdrawn before delivery', async () => {
    await makeWebhook(world, { url: receiver.url, kinds: ['stance_created'] })
    const { id: api_key_id } = await keyFor(world, { permissions: ['cast_ballots'] })
    const poll_id = await makePoll(world)
    await vote(poll_id, { agree: 1 }, { api_key_id })
    await act((one) => withdrawBallot(one, { poll_id, user_id: ben }))
    const [told] = await delivered()
    expect(told).toMatchObject({ text: 'A vote was cast: A second bike shed', data: { stances: [] } })
    expect(JSON.stringify(told)).not.toContain('Ben')
  })

  test.each(['until_vote', 'until_closed'] as const)(
    'show neither while results are hidden %s',
    async (hide_results) => {
      await makeWebhook(world, { url: receiver.url, kinds: ['stance_created'] })
      await makeWebhook(world, { url: receiver.url, kinds: ['stance_created'], format: 'slack' })
      const poll_id = await makePoll(world, { settings: { hide_results } })
      await vote(poll_id)
      await via.deliver()
      const bodies = receiver.got.map(({ body }) => body)
      expect(bodies).toHaveLength(2)
      for (const body of bodies) expect(body).not.toMatch(/Ben|ben@/)
      const told = bodies.map((body) => JSON.parse(body)).find(({ kind }) => kind !== undefined)
      expect(told).toMatchObject({
        text: 'A vote was cast: A second bike shed',
        actor_name: null,
        actor_id: null,
        stance_id: null,
        data: { stances: [], polls: [{ results_visible: false, stance_counts: [], results: [] }] },
      })
    },
  )

  test('of an anonymous poll are not sent at all', async () => {
    await makeWebhook(world, { url: receiver.url, kinds: ['stance_created', 'stance_updated'] })
    const poll_id = await makePoll(world, { settings: { anonymous: true } })
    await vote(poll_id)
    // As if it had been recorded by mistake.
    await pool.query(
      `insert into events (kind, group_id, poll_id, subject_type, subject_id, actor_id)
       values ('stance_created', $1, $2, 'Stance', 1, $3)`,
      [world.group.id, poll_id, ben],
    )
    expect(await delivered()).toEqual([])
  })

  test('of a closed poll come as a result, without names beside every option', async () => {
    await makeWebhook(world, { url: receiver.url, kinds: ['poll_closed_by_user'] })
    const poll_id = await makePoll(world, { settings: { hide_results: 'until_closed' } })
    await vote(poll_id)
    await act((one) => closePoll(one, poll_id))
    const [told] = await delivered()
    expect(told?.['text']).toBe(
      'Ada Vale closed the poll: A second bike shed\nAgree 1, Abstain 0, Disagree 0. 1 of 5 voted.',
    )
    expect(JSON.stringify(told)).not.toMatch(/"voter_scores":\{"|"voter_ids":\[\d/)
  })

  test('of a closed poll with rules come with the decision, and nothing of it before', async () => {
    await makeWebhook(world, { url: receiver.url, kinds: ['poll_created', 'poll_closed_by_user'] })
    const thresholds = [{ option: 'agree', percent: 50, of: 'cast' as const, at: 'least' as const }]
    const poll_id = await makePoll(world, { settings: { thresholds, quorum_pct: 50 } })
    expect((await delivered())[0]).toMatchObject({ kind: 'poll_created', decision: null })
    await vote(poll_id)
    await act((one) => closePoll(one, poll_id))
    const [told] = await delivered()
    const sentence =
      'Not passed: 1 of 5 voted (20%, quorum 50%); 1 of 1 who voted agrees (100%, at least 50% needed).'
    expect(told).toMatchObject({
      text: `Ada Vale closed the poll: A second bike shed\n${sentence} Agree 1, Abstain 0, Disagree 0.`,
      decision: {
        passed: false,
        rules: [
          { actual: 100, passed: true },
          { actual: 20, passed: false },
        ],
        sentence,
      },
    })
  })

  test('of a closed election contain the elected options, its outcome too, and earlier ones nothing', async () => {
    const kinds: WebhookKind[] = ['poll_created', 'poll_closed_by_user', 'outcome_created']
    await makeWebhook(world, { url: receiver.url, kinds })
    const settings = { poll_type: 'ranked_choice', count_method: 'irv' } as const
    const poll_id = await makePoll(world, { settings, options: ['Bench', 'Trees', 'Lights'] })
    expect((await delivered())[0]).toMatchObject({ kind: 'poll_created', elected: null, head: null })
    await vote(poll_id, { Trees: 1, Bench: 2 })
    await act((one) => closePoll(one, poll_id))
    const [told] = await delivered()
    expect(told).toMatchObject({
      elected: ['Trees'],
      head: expect.stringContaining('\n— '),
      text: expect.stringContaining('Chosen: Trees.'),
    })
    const outcome = { statement: 'We plant.', poll_option_id: null, review_on: null }
    await act((one) => publishOutcome(one, { ...outcome, poll_id }))
    const { decision, elected, head } = told!
    expect(await delivered()).toMatchObject([{ kind: 'outcome_created', decision, elected, head }])
  })

  test('of a closing that could not be signed yet come without a head, and no later', async () => {
    await makeWebhook(world, { url: receiver.url, kinds: ['poll_closed_by_user', 'poll_reopened'] })
    const poll_id = await makePoll(world)
    await act((one) => closePoll({ ...one, signer: NO_SIGNER }, poll_id))
    expect(await delivered()).toMatchObject([{ kind: 'poll_closed_by_user', head: null }])
    await signHeads(world.db)
    expect(await delivered()).toEqual([])
    await act((one) => reopenPoll(one, poll_id, new Date(Date.now() + 3_600_000)))
    expect(await delivered()).toMatchObject([{ kind: 'poll_reopened', head: null }])
    await act((one) => closePoll(one, poll_id))
    const [told] = await delivered()
    expect(told?.['head']).toMatch(/^\S+\/p\/\w{8}\/2\n/)
  })

  test('that nobody cast in a closed poll without requirements give no decision', async () => {
    await makeWebhook(world, { url: receiver.url, kinds: ['poll_closed_by_user'] })
    const poll_id = await makePoll(world, { settings: { no_block: true }, options: ['agree', 'block'] })
    await act((one) => closePoll(one, poll_id))
    const sentence = 'Not decided: nobody voted. 5 could have.'
    const [told] = await delivered()
    expect(told).toMatchObject({
      text: `Ada Vale closed the poll: A second bike shed\n${sentence}`,
      decision: { passed: null, rules: [{ passed: null }], sentence },
    })
  })

  test.each([
    ['until_closed', 'are the same'],
    ['off', 'differ'],
  ] as const)(
    'of two polls with results hidden %s, and nothing but the votes apart, %s',
    async (hide_results, how) => {
      await makeWebhook(world, { url: receiver.url })
      const told: string[] = []
      for (const choice of ['agree', 'disagree']) {
        const poll_id = await makePoll(world, { settings: { hide_results } })
        await vote(poll_id, { [choice]: 1 })
        await pool.query(
          `insert into events (kind, group_id, poll_id, subject_type, subject_id)
         values ('poll_closing_soon', $1, $2::bigint, 'Poll', $2::bigint)`,
          [world.group.id, poll_id],
        )
        const bodies = (await delivered()).sort((a, b) => a.kind.localeCompare(b.kind))
        expect(bodies).toHaveLength(3)
        told.push(neutral(JSON.stringify(bodies)))
      }
      expect(told[0] === told[1]).toBe(how === 'are the same')
    },
  )
})

/** Without values that depend on the clock or on ids. */
function neutral(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'T')
    .replace(/\d\d:\d\d UTC/g, 'T')
    .replace(/("(?:\w+_)?id"|"\w+_ids"|"polls_count"|"closed_polls_count"):(?:\d+|\[[\d,]*\])/g, '$1:0')
    .replace(/[A-Za-z0-9]{8}(?=")/g, 'K')
}

describe('chat formats', () => {
  const HOSTILE = '<!channel> @all [x](http://evil.example) *b* <script>'

  test.each([
    ['slack', (body: Body) => expect(body['text']).toContain('&lt;!channel&gt;')],
    ['discord', (body: Body) => expect(body).toMatchObject({ allowed_mentions: { parse: [] } })],
    ['mattermost', (body: Body) => expect(body['text']).toContain('@\u200ball \\[x\\]')],
    ['teams', (body: Body) => expect(JSON.stringify(body)).toContain('"type":"Action.OpenUrl"')],
    ['matrix', (body: Body) => expect(body['html']).toContain('&lt;script&gt;')],
  ] as const)('%s: what people wrote stays text, and the page is linked', async (format, check) => {
    await makeWebhook(world, { url: receiver.url, format })
    const discussion_id = await makeThread(world, {}, HOSTILE)
    const [body] = await delivered()
    check(body!)
    const { rows } = await pool.query('select key from discussions where id = $1', [discussion_id])
    expect(JSON.stringify(body)).toContain(`https://moot.example.org/d/${rows[0].key}`)
    expect(JSON.stringify(body)).toContain('Ada Vale started a thread')
  })

  test('a discord message is within its limit', async () => {
    await makeWebhook(world, { url: receiver.url, format: 'discord' })
    const discussion_id = await makeThread(world, {}, '*'.repeat(150))
    await act((one) =>
      addComment(one, { discussion_id, parent_id: null, body: '\\_'.repeat(5_000), mentioned_ids: [] }),
    )
    for (const body of await delivered()) expect(String(body['content']).length).toBeLessThanOrEqual(2_000)
  })
})
