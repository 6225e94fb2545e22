import { beforeAll, describe, expect, test } from 'vitest'
import { openToolWorld, type ToolWorld } from '../../../test/poll-web.ts'
import { makeThread, type PollWish } from '../../../test/tell.ts'
import { keyOf, SAME_ORIGIN, tokenFor } from '../../../test/web.ts'
import { loadPoll } from '../../polls/load-poll.ts'
import { readPollForm } from './poll-form.ts'
import { usedAgain } from './used-again.ts'

let at: ToolWorld

beforeAll(async () => {
  at = await openToolWorld()
  await at.world.db.pool.query('update memberships set accepted_at = now()')
})

const ZONE = 'Europe/Berlin'

const WISHES: Record<string, PollWish> = {
  'a proposal with rules': {
    settings: {
      quorum_pct: 40,
      thresholds: [{ option: 'agree', at: 'least', percent: 66, of: 'cast' }],
      no_block: true,
      hide_results: 'until_vote',
      stance_reason_required: 'required',
    },
    options: ['agree', 'disagree', 'block'],
  },
  'an anonymous choice of several': {
    settings: {
      poll_type: 'poll',
      anonymous: true,
      hide_results: 'until_closed',
      stance_reason_required: 'disabled',
      minimum_stance_choices: 1,
      maximum_stance_choices: 2,
      shuffle_options: true,
    },
    options: ['Oak', 'Ash', 'Elm'],
    option_meanings: ['Hard', '', 'Soft'],
  },
  'a ranking': {
    settings: { poll_type: 'ranked_choice', count_method: 'stv_meek', seats: 2 },
    options: ['Oak', 'Ash', 'Elm'],
  },
  'dots with costs': {
    settings: { poll_type: 'dot_vote', dots_per_person: 5, count_method: 'equal_shares', budget: 900 },
    options: ['Oak', 'Ash'],
    option_costs: { Oak: 500, Ash: 300 },
  },
  scores: {
    settings: {
      poll_type: 'score',
      count_method: 'sum',
      min_score: 1,
      max_score: 9,
      notify_on_closing_soon: 'author',
    },
    options: ['Oak', 'Ash'],
  },
  'a meeting': {
    settings: {
      poll_type: 'meeting',
      can_respond_maybe: false,
      voter_can_add_options: true,
      thresholds: [{ option: '2098-03-02T18:00:00Z', percent: 50, of: 'cast', at: 'least' }],
    },
    options: ['2098-03-02T18:00:00Z', '2098-03-02T19:30:00Z', '2098-03-05'],
  },
}

test.each(Object.entries(WISHES))('the form of a new poll is filled with %s', async (_, wish) => {
  const { poll_id } = await at.make(wish)
  const loaded = await loadPoll(at.world.db.pool, poll_id, { viewer: { has_voted: false } })
  if (loaded === null) throw new Error('no poll')
  const { poll, options } = loaded
  const fields = usedAgain(loaded, { zone: ZONE, now: loaded.now })
  const read = readPollForm(fields, { group_id: poll.group_id, discussion_id: null, zone: ZONE })
  expect(read.problems).toEqual([])
  const { closing_at, minimum_stance_choices, maximum_stance_choices, ...settings } = read.settings
  expect(poll).toMatchObject(settings)
  expect(closing_at?.getTime()).toBeGreaterThan(loaded.now.getTime())
  for (const [limit, was] of [
    [minimum_stance_choices, poll.minimum_stance_choices],
    [maximum_stance_choices, poll.maximum_stance_choices],
  ] as const)
    expect([was, null]).toContain(limit)
  const again = read.options?.map((name) => (name.includes('T') ? new Date(name).getTime() : name))
  expect(again).toEqual(options.map(({ name }) => (name.includes('T') ? new Date(name).getTime() : name)))
  expect(read.option_costs).toEqual(wish.option_costs ?? {})
})

test('the time that a condition is about is written in words', async () => {
  const { poll_id } = await at.make(WISHES['a meeting'])
  const loaded = await loadPoll(at.world.db.pool, poll_id, { viewer: { has_voted: false } })
  if (loaded === null) throw new Error('no poll')
  const fields = usedAgain(loaded, { zone: 'Europe/Berlin', now: loaded.now })
  expect(fields['thresholds[0][option]']).toBe('Sunday 2\u00a0March 2098, 19:00')
})

test('times that are over are left out, and so are the voters that were named', async () => {
  const { poll_id } = await at.make({
    settings: { poll_type: 'meeting', specified_voters_only: true },
    options: ['2001-03-02T18:00:00Z', '2098-03-05'],
    recipients: { emails: ['gus@far.example'] },
  })
  const loaded = await loadPoll(at.world.db.pool, poll_id, { viewer: { has_voted: false } })
  if (loaded === null) throw new Error('no poll')
  const fields = usedAgain(loaded, { zone: ZONE, now: loaded.now })
  expect(fields).toMatchObject({ days: ['2098-03-05'], eligible: 'named' })
  expect(JSON.stringify(fields)).not.toContain('gus')
})

describe('the page', () => {
  const page = async (path: string, cookie = at.sessions.ben) => (await at.web.get(path, cookie)).body
  const linkIn = (html: string) =>
    /href="([^"]+)">Use this poll again/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

  test('of a poll leads members there, into its thread while that is open', async () => {
    const discussion_id = await makeThread(at.world)
    const thread = await keyOf(at.world, 'discussions', discussion_id)
    const { path, poll_id } = await at.make({ discussion_id })
    expect(linkIn(await page(path))).toContain(`&thread=${thread}&again=`)
    await at.world.db.pool.query('update discussions set closed_at = now() where id = $1', [discussion_id])
    expect(linkIn(await page(path))).not.toContain('thread')
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[2] ?? 0, poll_id })
    const { cookie } = await at.web.follow(path, token)
    expect(linkIn(await page(path, cookie))).toBe('')
  })

  test('of a draft leads those there who may edit it, also from its form, which says for what', async () => {
    const { path } = await at.make({
      settings: { closing_at: null, title: 'Trees', poll_type: 'poll', shuffle_options: true },
      options: ['Oka', 'Ash'],
    })
    expect(linkIn(await page(path))).toBe('')
    const again = linkIn(await page(path, at.sessions.ada))
    const form = await page(again, at.sessions.ada)
    expect(form).toContain('value="Oka"')
    expect(form).toMatch(/name="shuffle_options"[^>]* checked/)
    const edit = await page(`${path}/edit`, at.sessions.ada)
    expect(edit).toContain(
      `To change options or other settings, <a href="${again.replaceAll('&', '&amp;')}">use this poll again</a>` +
        ` and then <a href="${path}/discard">discard this draft</a>.`,
    )
    const open = await at.make()
    expect(await page(`${open.path}/edit`, at.sessions.ada)).not.toContain('use this poll again')
    expect(form).toContain('Its options and other settings cannot be changed after that.')
  })

  test('shows the filled form and says of what, and that a draft is replaced', async () => {
    const { path } = await at.make({ settings: { title: 'A third shed' } })
    const again = linkIn(await page(path))
    const form = await page(again)
    expect(form).toContain('value="A third shed"')
    expect(form).toContain('filled in from the poll “<bdi>A third shed</bdi>”')
    expect(form).not.toContain('your draft of')
    const at_form = { ...SAME_ORIGIN, cookie: at.sessions.ben }
    const post = (fields: Record<string, string>) => at.web.post('/new-poll', fields, at_form)
    const [, group = ''] = /group=([^&]+)/.exec(again) ?? []
    const typed = { group, poll_type: 'proposal', positions: 'agree', step: 'check' }
    await post({ ...typed, title: 'Something else' })
    const replacing = await page(again)
    expect(replacing).toContain('value="A third shed"')
    expect(replacing).toContain('it replaces your draft from')
    await post({ ...typed, title: 'A fourth shed', again: path.slice('/p/'.length) })
    const kept = await page(again)
    expect(kept).toContain('value="A fourth shed"')
    expect(kept).not.toContain('it replaces your draft')
  })

  test('is missing for a poll that its visitor may not see', async () => {
    const { path } = await at.make()
    const again = linkIn(await page(path))
    expect((await at.web.get(again.replace(/again=.*/, 'again=AAAAAAA9'), at.sessions.ben)).statusCode).toBe(
      404,
    )
  })
})
