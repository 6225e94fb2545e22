import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { everyRow, keyOf, openWeb, SAME_ORIGIN, seen, tokenFor } from '../../../test/web.ts'
import { addMembers, CAST } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { setMembers } from '../../members/set-members.ts'

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
})

describe('the link', () => {
  test('stores its token in a cookie for this page and redirects to the clean address', async () => {
    const { path, token } = await at.visit({})
    const answer = await at.web.get(`${path}?k=${token}`)
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(path)
    expect(String(answer.headers['set-cookie']).replace(/\.\d{13};/, ';')).toBe(
      `__Secure-folkmoot_link=${token}; Path=${path}; HttpOnly; Secure; SameSite=Lax`,
    )
    expect(answer.body).toBe('')
  })

  test('works without https too', async () => {
    const plain = await openWeb(at.world, { PUBLIC_URL: 'http://moot.example' })
    const { path, token } = await at.visit({})
    const answer = await plain.get(`${path}?k=${token}`)
    expect(String(answer.headers['set-cookie']).replace(/\.\d{13};/, ';')).toBe(
      `folkmoot_link=${token}; Path=${path}; HttpOnly; SameSite=Lax`,
    )
    expect((await plain.follow(path, token)).page.statusCode).toBe(200)
  })

  test('changes nothing, however often it is followed', async () => {
    const { path, token, cookie } = await at.visit({})
    const before = await everyRow(at.world)
    for (let time = 0; time < 3; time++) {
      await at.web.get(`${path}?k=${token}`)
      await at.web.get(path, cookie)
      await at.web.app.inject({ method: 'HEAD', url: `${path}?k=${token}` })
    }
    expect(await everyRow(at.world)).toEqual(before)
  })
})

describe('a poll that is not visible', () => {
  test('looks, byte for byte, like a poll that does not exist', async () => {
    const { path, poll_id, token, cookie } = await at.visit({})
    const other = await at.visit({ settings: { title: 'Another poll' } })
    const thread = await tokenFor(at.world, 'thread', {
      user_id: at.people[0] ?? 0,
      discussion_id: await makeThread(at.world),
    })
    const never = seen(await at.web.get('/p/AAAAAAA9'))
    expect(never).toContain('open the link you were given')
    for (const [url, sent] of [
      [path, undefined],
      [path, '__Secure-folkmoot_link='],
      [path, `__Secure-folkmoot_link=${'x'.repeat(32)}`],
      [path, other.cookie],
      [other.path, cookie],
      [`${path}?k=${other.token}`, cookie],
      [`${path}?k=${thread}`, undefined],
      [`/d/${path.slice(3)}?k=${token}`, undefined],
      [`/p/${poll_id}?k=${token}`, undefined],
      [`/p/%00?k=${token}`, undefined],
      [`${path.toLowerCase()}x?k=${token}`, undefined],
      [`/p/${'A'.repeat(300)}`, undefined],
      ['/g/nobody', undefined],
    ] as const) {
      expect(seen(await at.web.get(url, sent)), url).toBe(never)
    }
  })

  test('answers programs with a problem document', async () => {
    const answer = await at.web.app.inject({ url: '/p/AAAAAAA9' })
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('a member who leaves sees nothing from the next request on, not even closed polls', async () => {
    const leaver = (await addMembers(at.world, ['leaver@mill.example']))[0] ?? 0
    const open = await at.visit({}, { who: leaver })
    const closed = await at.visit({}, { who: leaver, before: at.close })
    expect(open.page.statusCode).toBe(200)
    expect(closed.page.statusCode).toBe(200)
    await change(at.world.db, { kind: 'person', user_id: at.world.ada.id }, (act) =>
      setMembers(act, {
        group_id: at.world.group.id,
        emails: [...CAST, at.world.ada.email],
        remove_absent: true,
        dry_run: false,
        guard: false,
        force: false,
      }),
    )
    const never = seen(await at.web.get('/p/AAAAAAA9'))
    expect(seen(await at.web.get(open.path, open.cookie))).toBe(never)
    expect(seen(await at.web.get(closed.path, closed.cookie))).toBe(never)
    expect(seen(await at.web.get(`${closed.path}?k=${closed.token}`))).toBe(never)
  })
})

describe('the page', () => {
  test('of an open poll says whose link it is, what the question is and when voting closes', async () => {
    const { page } = await at.visit({})
    expect(page.statusCode).toBe(200)
    for (const words of [
      'Your ballot is ready.',
      'was created for b•••@mill.example',
      'Proposal in <bdi>Mill Lane Co-op</bdi>',
      'A second bike shed',
      'We <strong>need</strong> room',
      'Agree',
      'Abstain',
      'Disagree',
      '>in 2\u00a0days</span>.',
      'Asked by',
      'Unnamed person',
      '0 of 5 ballots cast',
      'Nobody has voted yet. Results are visible while voting is open.',
    ])
      expect(page.body).toContain(words)
    expect(page.body).not.toContain('ben@mill.example')
    expect(page.body).toMatch(
      /<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z">\w+day \d+\u00a0\w+ \d{4}, \d\d:\d\d UTC<\/time>/,
    )
  })

  test('names a person who has a name, and shows times in their zone', async () => {
    const [, cleo = 0] = at.people
    await at.world.db.pool.query(
      "update users set name = 'Cleo Marsh', time_zone = 'Europe/Berlin' where id = $1",
      [cleo],
    )
    const settings = {
      poll_type: 'meeting',
      title: 'When?',
      closing_at: new Date('2099-01-01T12:00:00Z'),
    } as const
    const { page } = await at.visit(
      { settings, options: ['2098-07-01T18:30:00Z', '2098-07-02'] },
      { who: cleo },
    )
    expect(page.body).toContain('was created for Cleo Marsh')
    expect(page.body).toContain('Thursday 1\u00a0January 2099, 13:00 (Germany Time)')
    expect(page.body).toContain('in this time zone: Germany Time')
    expect(page.body).toMatch(/Tuesday 1\u00a0July 2098, <\/span>20:30</)
    expect(page.body).toMatch(/Wednesday 2\u00a0July 2098, <\/span>All day</)
  })

  test('of a draft promises no email about its opening: whoever opens voting may send none', async () => {
    const sending = await openWeb(at.world, { SMTP_URL: 'smtp://localhost' })
    const { path, token } = await at.visit({ settings: { closing_at: null } })
    const { page, cookie } = await sending.follow(path, token)
    const early = await sending.post(`${path}/ballot`, { choice: '1' }, { ...SAME_ORIGIN, cookie })
    expect([page.statusCode, early.statusCode]).toEqual([200, 409])
    for (const { body } of [page, early]) {
      expect(body).toContain('Voting has not opened yet.')
      expect(body).not.toContain('You get an email')
    }
  })

  test('of a draft says that voting has not opened', async () => {
    const { page } = await at.visit({ settings: { closing_at: null, poll_type: 'poll' }, options: [] })
    expect(page.body).toContain('Voting has not opened yet.')
    expect(page.body).toContain('There are no options yet.')
    expect(page.body).not.toContain('ballot is ready')
    expect(page.body).not.toContain('Cast vote')
  })

  test('of an open poll to which voters are to add the options says nothing about how many to choose', async () => {
    const settings = { poll_type: 'poll', voter_can_add_options: true } as const
    for (const who of [undefined, at.people[2] ?? 0]) {
      const { page } = await at.visit({ settings, options: [] }, who === undefined ? {} : { who })
      expect(page.body).not.toMatch(/chooses? 0|0 options/i)
    }
  })

  test('of an open poll without options asks voters for the first one, and promises no ballot', async () => {
    const settings = { poll_type: 'ranked_choice', voter_can_add_options: true } as const
    const { page, path } = await at.visit({ settings, options: [] })
    expect(page.body).toContain('You have a ballot in this poll.')
    expect(page.body).not.toContain('ballot is ready')
    expect(page.body).toMatch(
      new RegExp(`There are no options yet\\. <a href="${path}/options">Add the first option</a>`),
    )
  })

  test('of a poll that closed without options says that none was added', async () => {
    const settings = { poll_type: 'ranked_choice', voter_can_add_options: true } as const
    const { page } = await at.visit({ settings, options: [] }, { before: at.close })
    expect(page.body).toContain('No option was added.')
    expect(page.body).not.toContain('There are no options yet.')
  })

  test('of a closed poll says when it closed and what the result is', async () => {
    const { page } = await at.visit(
      {},
      {
        who: at.people[2] ?? 0,
        before: async (id) => {
          await at.vote(id, 0, 'agree')
          await at.vote(id, 1, 'agree')
          await at.close(id)
        },
      },
    )
    for (const words of [
      'Voting has closed. You did not vote.',
      'Most votes: Agree.',
      '2 of 5 voted.',
      '2 of 2 · 100%',
      'Voting was closed early by ',
      'The deadline was <time',
    ])
      expect(page.body).toContain(words)
  })

  test('of a poll past its closing time shows it as closed, even before the job closes it', async () => {
    const { page } = await at.visit(
      {},
      {
        before: (id) =>
          at.world.db.pool
            .query("update polls set closing_at = now() - interval '1 second' where id = $1", [id])
            .then(() => {}),
      },
    )
    expect(page.body).toContain('Voting has closed.')
    expect(page.body).toContain('Nobody voted.')
  })

  test('confirms to a voter that the vote is recorded', async () => {
    const { page } = await at.visit({}, { before: (id) => at.vote(id, 0, 'agree').then(() => {}) })
    expect(page.body).toMatch(/Your vote was recorded at <time [^>]+>\d\d:\d\d UTC<\/time>/)
    expect(page.body).toContain('You voted: Agree.')
    expect(page.body).toContain('Change vote')
  })

  test('shows a guest only the poll, its thread and its group’s name', async () => {
    const discussion_id = await makeThread(at.world, {}, 'What it is about')
    const poll_id = await makePoll(at.world, { discussion_id, recipients: { emails: ['gus@far.example'] } })
    const { rows } = await at.world.db.pool.query<{ id: number }>(
      "select id from users where email = 'gus@far.example'",
    )
    const token = await tokenFor(at.world, 'ballot', { user_id: rows[0]?.id ?? 0, poll_id })
    const { page } = await at.web.follow(`/p/${await keyOf(at.world, 'polls', poll_id)}`, token)
    expect(page.body).toContain('Your ballot is ready.')
    expect(page.body).toContain('What it is about')
    expect(page.body).not.toContain('/g/mill-lane')
  })

  test('lets a member without a ballot read, and says so', async () => {
    const { page } = await at.visit({
      settings: { specified_voters_only: true },
      recipients: { emails: [CAST[3] ?? ''] },
    })
    expect(page.body).toContain('you don’t have a ballot in it.')
  })

  test('of an anonymous poll promises only what is true', async () => {
    const { page } = await at.visit({
      settings: { anonymous: true, hide_results: 'until_closed', stance_reason_required: 'disabled' },
    })
    expect(page.body).toContain('This poll is anonymous')
    expect(page.body).toContain('cannot be looked up or changed')
    expect(page.body).toContain('The people who control the running server')
    expect(page.body).not.toMatch(/complete(ly)? anonym/i)
  })

  test('shuffles options in the same order for one voter at every visit', async () => {
    const options = Array.from({ length: 12 }, (_, index) => `Option ${String(index).padStart(2, '0')}`)
    const { page, path, cookie, poll_id } = await at.visit({
      settings: { poll_type: 'poll', shuffle_options: true },
      options,
    })
    const all = (body: string) => [...body.matchAll(/Option \d\d/g)].map(([name]) => name)
    const order = (body: string) => all(body).slice(0, options.length)
    // On the ballot and, for paper, below it.
    expect(all(page.body)).toEqual([...order(page.body), ...order(page.body)])
    expect(order(page.body)).not.toEqual(options)
    expect(order(page.body).sort()).toEqual(options)
    expect(order((await at.web.get(path, cookie)).body)).toEqual(order(page.body))
    const token = await tokenFor(at.world, 'ballot', { user_id: at.people[1] ?? 0, poll_id })
    expect(order((await at.web.follow(path, token)).page.body)).not.toEqual(order(page.body))
  })
})
