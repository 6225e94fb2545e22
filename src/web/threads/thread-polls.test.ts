import { beforeAll, describe, expect, test } from 'vitest'
import { signedInCookie } from '../../../test/group-web.ts'
import { makePoll } from '../../../test/tell.ts'
import { openThreadWorld, type ThreadWorld } from '../../../test/thread-web.ts'
import { keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'

let at: ThreadWorld

beforeAll(async () => {
  at = await openThreadWorld()
})

describe('a poll in its thread', () => {
  test('says before the vote that a block stops it', async () => {
    const { id, path } = await at.thread()
    await makePoll(at.world, {
      discussion_id: id,
      settings: { no_block: true },
      options: ['agree', 'block'],
    })
    expect((await at.get(path, 'cleo')).body).toContain('nobody blocks')
  })

  test('of a head count says how many people are wanted, with and without votes', async () => {
    const { id, path } = await at.thread()
    const count = { poll_type: 'count', agree_target: 5 } as const
    const asked = (settings: object) =>
      makePoll(at.world, { discussion_id: id, settings: { ...count, ...settings } })
    const shown = await asked({})
    await asked({ hide_results: 'until_closed' })
    const { body: before } = await at.get(path, 'ben')
    expect(before).toContain('<p>So far, 0 of the 5 needed.</p>')
    expect(before).toContain('<p>5 people needed.</p>')
    const vote = { poll_id: shown, user_id: at.people.ben, choices: { accept: 1 }, reason: null }
    await castBallot(at.world.db, vote)
    const { body } = await at.get(path, 'ben')
    expect(body).toContain('<strong>So far, 1 of the 5 needed.</strong>')
    expect(body).not.toContain('Most chosen:')
    expect(body).not.toContain('0 of 5')
  })

  test('with a budget says how large it is, and with the results what each option costs', async () => {
    const { id, path } = await at.thread()
    const poll_id = await makePoll(at.world, {
      discussion_id: id,
      settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 900 },
      options: ['Bench', 'Trees'],
      option_costs: { Bench: 300, Trees: 500 },
    })
    expect((await at.get(path, 'ben')).body).toContain('<p>Budget: 900</p>')
    const vote = { poll_id, user_id: at.people.ben, choices: { Bench: 3 }, reason: null }
    await castBallot(at.world.db, vote)
    const { body } = await at.get(path, 'ben')
    expect(body).toContain('3 dots from 1 voter · costs 300<')
    expect(body).toContain('nobody gave it dots · costs 500<')
  })

  test('with a budget says what the shares were raised to where the favourite is not funded', async () => {
    const { id, path } = await at.thread()
    const poll_id = await makePoll(at.world, {
      discussion_id: id,
      settings: { poll_type: 'dot_vote', count_method: 'equal_shares', budget: 400 },
      options: ['Roof', 'Bench', 'Trees'],
      option_costs: { Roof: 390, Bench: 240, Trees: 100 },
    })
    for (const [user_id, choices] of [
      [at.people.cleo, { Roof: 8 }],
      [at.people.ben, { Bench: 3, Trees: 3 }],
    ] as const)
      await castBallot(at.world.db, { poll_id, user_id, choices, reason: null })
    const { body } = await at.get(path, 'cleo')
    expect(body).toContain('the share of the only voter who gave it dots is 340, and it costs 390.')
    expect(body).toContain('the count raised every voter’s share from 200 to 340.')
  })

  const OPPOSITES = [
    ['agree', 'disagree'],
    ['disagree', 'disagree'],
  ]
  // Random or time-dependent parts of fixed length.
  const neutral = (body: string) =>
    body
      .replace(/(\/[dp]\/)[A-Za-z0-9]{8}/g, '$1KKKKKKKK')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
      .replace(/(poll|body|comment|ballot|reason|name)-\d+/g, '$1-N')
      .replace(/\d\d:\d\d/g, 'HH:MM')
      .replace(/name="once" value="[^"]+"/g, '')
      .replace(/data-seen="[^"]+"/g, '')

  /** The page of a thread and of its poll, as Cleo sees them after these votes of Ada and Ben. */
  async function pagesAfter(votes: string[], settings: object, closed: boolean) {
    const { id, path } = await at.thread()
    const poll_id = await makePoll(at.world, { discussion_id: id, settings })
    for (const [place, choice] of votes.entries())
      await castBallot(at.world.db, {
        poll_id,
        user_id: [at.world.ada.id, at.people.ben][place] ?? 0,
        choices: { [choice]: 1 },
        reason: null,
      })
    if (closed)
      await at.world.db.pool.query(
        "update polls set closing_at = now() - interval '1 hour', opened_at = now() - interval '2 hours' where id = $1",
        [poll_id],
      )
    const poll = await at.get(`/p/${await keyOf(at.world, 'polls', poll_id)}`, 'cleo')
    return { thread: neutral((await at.get(path, 'cleo')).body), poll: neutral(poll.body) }
  }

  test('the same comparison finds a difference if the poll’s results are visible, on both pages', async () => {
    const [one, other] = [
      await pagesAfter(OPPOSITES[0] ?? [], {}, false),
      await pagesAfter(OPPOSITES[1] ?? [], {}, false),
    ]
    expect(one?.poll).toContain('of 4')
    expect(one?.poll).not.toBe(other?.poll)
    expect(one?.thread).toContain('1 of 2 who voted agrees, 1 disagrees.')
    expect(one?.thread).toContain('<svg class="stacked"')
    expect(one?.thread).not.toBe(other?.thread)
  })

  test.each([
    ['until_vote', false, false],
    ['until_closed', false, false],
    ['until_closed', true, false],
    ['off', true, false],
    ['off', false, true],
  ] as const)(
    'tells nothing that follows from votes: %s, anonymous %s, closed %s',
    async (hide_results, anonymous, closed) => {
      const settings = {
        hide_results,
        anonymous,
        stance_reason_required: anonymous ? 'disabled' : 'optional',
      }
      const pages: string[] = []
      for (const votes of OPPOSITES) pages.push((await pagesAfter(votes, settings, closed)).thread)
      expect(pages[0]).toBe(pages[1])
      expect(pages[0]).toContain('2 of 4 ballots cast.')
    },
  )

  test.each([
    [50, 'Passed.'],
    [51, 'Not passed.'],
  ])('says after its closing whether it passed: if %i percent must agree, "%s"', async (percent, words) => {
    const thresholds = [{ option: 'agree', percent, of: 'cast', at: 'least' } as const]
    const { id, path } = await at.thread()
    const poll_id = await makePoll(at.world, { discussion_id: id, settings: { thresholds } })
    for (const [user_id, choice] of [
      [at.world.ada.id, 'agree'],
      [at.people.ben, 'disagree'],
    ] as const)
      await castBallot(at.world.db, { poll_id, user_id, choices: { [choice]: 1 }, reason: null })
    expect((await at.get(path, 'cleo')).body).not.toMatch(/[Pp]assed\./)
    await change(at.world.db, SYSTEM, (act) => closePoll(act, poll_id))
    expect((await at.get(path, 'cleo')).body).toContain(`<strong>${words}</strong> 1 of 2 who voted agrees`)
  })

  test('shows its result to people who voted, and waits for the vote of others', async () => {
    const { id, path } = await at.thread()
    const settings = { hide_results: 'until_vote' as const }
    const poll_id = await makePoll(at.world, { discussion_id: id, settings })
    const user_id = at.people.ben
    await castBallot(at.world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })
    expect((await at.get(path, 'ben')).body).toContain('1 of 1 who voted agrees.')
    const others = (await at.get(path, 'cleo')).body
    expect(others).not.toContain('who voted')
    expect(others).not.toContain('<svg class="stacked"')
  })

  test('opens for a guest by the thread’s link, through a link of its own', async () => {
    const { id, path } = await at.thread({ emails: ['gus@far.example'] })
    const poll_id = await makePoll(at.world, { discussion_id: id })
    const only_ben = await makePoll(at.world, {
      discussion_id: id,
      settings: { specified_voters_only: true, title: 'Among ourselves' },
      recipients: { user_ids: [at.people.ben] },
    })
    const { rows } = await at.world.db.pool.query("select id from users where email = 'gus@far.example'")
    const token = await tokenFor(at.world, 'thread', { user_id: rows[0].id, discussion_id: id })
    const { page, cookie } = await at.web.follow(path, token)
    expect(page.body).toContain('A second bike shed')
    expect(page.body).not.toContain('Among ourselves')
    const form = { ...SAME_ORIGIN, cookie }
    const key = await keyOf(at.world, 'polls', poll_id)
    const answer = await at.web.post(`${path}/polls/${key}`, {}, form)
    expect(answer.statusCode).toBe(303)
    const next = new URL(String(answer.headers.location), 'https://moot.example')
    const poll = await at.web.follow(next.pathname, next.searchParams.get('k') ?? '')
    expect(poll.page.statusCode).toBe(200)
    expect(poll.page.body).toContain('A second bike shed')
    const hidden = await keyOf(at.world, 'polls', only_ben)
    expect((await at.web.post(`${path}/polls/${hidden}`, {}, form)).statusCode).toBe(404)
    const cookieOfBen = await signedInCookie(at.world, at.people.ben)
    expect((await at.web.get(path, cookieOfBen)).body).toContain(`href="/p/${hidden}?own"`)
  })
})
