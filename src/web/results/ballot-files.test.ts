import { count, readBlt } from '@folkmoot/count'
import { beforeAll, describe, expect, test } from 'vitest'
import { makePoll, type PollWish } from '../../../test/tell.ts'
import { keyOf, openWeb, seen, tokenFor, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, keyFor, type World } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { removeMember } from '../../members/remove-member.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import type { HideResults } from '../../polls/poll.ts'
import { type BallotExport, recount, sealOf } from '../../polls/results/ballot-export.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'
import { startSession } from '../../users/start-session.ts'
import { csvOf } from '../parts/csv.ts'

let world: World
let web: Web
let people: number[]
let ada: string

const asAda = () => ({ kind: 'person', user_id: world.ada.id }) as const

beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(world)
  web = await openWeb(world)
  ada = await sessionOf(world.ada.id)
})

async function sessionOf(user_id: number): Promise<string> {
  const token = await change(world.db, { kind: 'person', user_id }, (act) => startSession(act, user_id, null))
  return `__Host-folkmoot_session=${token}`
}

async function make(wish: PollWish = {}) {
  const poll_id = await makePoll(world, { recipients: { audience: 'group' }, ...wish })
  return { poll_id, path: `/p/${await keyOf(world, 'polls', poll_id)}` }
}

const vote = (poll_id: number, voter: number, choice: string, reason: string | null = null) =>
  castBallot(world.db, {
    poll_id,
    user_id: people[voter] ?? 0,
    choices: { [choice]: 1 },
    reason: reason === null ? null : { text: reason, format: 'md' },
  })

const close = (poll_id: number) => change(world.db, asAda(), (act) => closePoll(act, poll_id))

const FILES = ['ballots.json', 'ballots.csv']
const HIDING: HideResults[] = ['off', 'until_vote', 'until_closed']

async function linked(path: string, subject: { user_id: number; poll_id: number }): Promise<string> {
  return (await web.follow(path, await tokenFor(world, 'ballot', subject))).cookie
}

describe('the ballots of a poll', () => {
  test.each(HIDING)('are not available while it is open, hide_results %s', async (hide_results) => {
    const { poll_id, path } = await make({ settings: { hide_results } })
    await vote(poll_id, 0, 'agree')
    for (const cookie of [ada, await sessionOf(people[0] ?? 0), ''])
      for (const file of FILES) expect((await web.get(`${path}/${file}`, cookie)).statusCode).toBe(404)
  })

  test('are available once it is closed, for members and voters, but not after it is reopened', async () => {
    const { poll_id, path } = await make()
    await vote(poll_id, 0, 'agree', 'Because.')
    const token = await tokenFor(world, 'ballot', { user_id: people[1] ?? 0, poll_id })
    const { cookie } = await web.follow(path, token)
    await close(poll_id)
    for (const [sent, status] of [
      [ada, 200],
      [cookie, 200],
      ['', 404],
    ] as const)
      for (const file of FILES) expect((await web.get(`${path}/${file}`, sent)).statusCode).toBe(status)
    const page = await web.get(path, ada)
    for (const file of FILES) expect(page.body).toContain(`href="${path}/${file}"`)
    const answer = await web.get(`${path}/ballots.json`, ada)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="ballots-${path.slice(3)}.json"`)
    expect((answer.json() as BallotExport).ballots).toEqual([
      {
        voter: 'Unnamed person',
        scores: [1, null, null],
        reason: 'Because.',
        reason_format: 'md',
        cast_by_key: null,
      },
    ])
    await change(world.db, asAda(), (act) => reopenPoll(act, poll_id, new Date(Date.now() + 9e6)))
    for (const file of FILES) expect((await web.get(`${path}/${file}`, ada)).statusCode).toBe(404)
  })

  test('name the key that cast a vote for its voter', async () => {
    const { poll_id, path } = await make()
    const { id: api_key_id } = await keyFor(world, { permissions: ['cast_ballots'] })
    await vote(poll_id, 0, 'agree')
    await castBallot(world.db, {
      poll_id,
      user_id: people[1] ?? 0,
      choices: { disagree: 1 },
      reason: null,
      api_key_id,
    })
    await close(poll_id)
    const { ballots } = (await web.get(`${path}/ballots.json`, ada)).json() as BallotExport
    const marks = ballots.map((ballot) => ['cast_by_key' in ballot && ballot.cast_by_key, ballot.scores])
    expect(marks).toHaveLength(2)
    expect(marks).toContainEqual([null, [1, null, null]])
    expect(marks).toContainEqual(['Test key', [null, null, 1]])
    const [head, ...rows] = (await web.get(`${path}/ballots.csv`, ada)).body.trimEnd().split('\r\n')
    expect(head).toBe('"voter","agree","abstain","disagree","reason","cast_by_key"')
    expect(rows.sort()).toEqual(['"Unnamed person (be…)",1,,,,', '"Unnamed person (cl…)",,,1,,"Test key"'])
  })

  test('distinguish voters with equal names for signed-in admins only', async () => {
    const { poll_id, path } = await make()
    for (const voter of [0, 1]) await vote(poll_id, voter, 'agree')
    const by = {
      admin: ada,
      member: await sessionOf(people[2] ?? 0),
      'link of the admin': await linked(path, { user_id: world.ada.id, poll_id }),
      voter: await linked(path, { user_id: people[0] ?? 0, poll_id }),
    }
    await close(poll_id)
    for (const [who, cookie] of Object.entries(by))
      for (const file of FILES) {
        const { body } = await web.get(`${path}/${file}`, cookie)
        expect([who, body.includes('Unnamed person'), body.includes('(be')]).toEqual([
          who,
          true,
          who === 'admin',
        ])
        expect(body).not.toContain('@mill.example')
      }
  })

  test('of an anonymous poll are available once it is sealed, without voters, each matching its hash', async () => {
    const { poll_id, path } = await make({ settings: { anonymous: true } })
    for (const [voter, choice] of ['agree', 'agree', 'disagree'].entries()) await vote(poll_id, voter, choice)
    await close(poll_id)
    for (const file of FILES) expect((await web.get(`${path}/${file}`, ada)).statusCode).toBe(404)
    expect((await web.get(path, ada)).body).not.toContain('ballots.json')
    await sealPoll(world.db, poll_id)
    const { ballots } = (await web.get(`${path}/ballots.json`, ada)).json() as BallotExport
    const hashes = ballots.map((ballot) => ('hash' in ballot ? ballot.hash : ''))
    expect(hashes).toEqual([...hashes].sort())
    expect(ballots.map((ballot) => Object.keys(ballot).sort())).toEqual(
      ballots.map(() => ['hash', 'nonce', 'scores']),
    )
    expect(ballots.map((ballot) => ('hash' in ballot ? sealOf(ballot) : null))).toEqual(hashes)
    const csv = (await web.get(`${path}/ballots.csv`, ada)).body.split('\r\n')
    expect(csv[0]).toBe('"hash","agree","abstain","disagree","nonce"')
    expect(csv).toHaveLength(5)
  })

  const OPEN = HIDING.flatMap((hide_results) => [
    { hide_results, anonymous: false },
    { hide_results, anonymous: true },
  ])

  /** The responses of these URLs after these votes, with random and time-dependent parts removed. */
  async function answers(settings: object, votes: [number, string][], closed = false): Promise<string[]> {
    const { poll_id, path } = await make({ settings })
    for (const [voter, choice] of votes) await vote(poll_id, voter, choice)
    if (closed) await close(poll_id)
    const got: string[] = []
    for (const file of [...FILES, 'audit'])
      for (const cookie of [ada, await sessionOf(people[3] ?? 0)])
        got.push(seen(await web.get(`${path}/${file}`, cookie)))
    return got.map((text) =>
      text
        .replaceAll(path, '')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
        .replace(/\d\d:\d\d/g, ''),
    )
  }

  test.each(OPEN)('reveal nothing while it is open: %j', async (settings) => {
    const one = await answers(settings, [
      [0, 'agree'],
      [1, 'agree'],
      [2, 'disagree'],
    ])
    expect(
      await answers(settings, [
        [0, 'disagree'],
        [1, 'abstain'],
        [2, 'abstain'],
      ]),
    ).toEqual(one)
    // The response also hides who voted, and whether anyone did.
    expect(await answers(settings, [])).toEqual(one)
  })

  test('the same comparison finds a difference once it is closed', async () => {
    const one = await answers({}, [[0, 'agree']], true)
    const other = await answers({}, [[0, 'disagree']], true)
    expect(one[0]).not.toEqual(other[0])
    expect(one.slice(-2)).toEqual(other.slice(-2))
  })
})

describe('cells', () => {
  test('are never formulas, whatever people wrote', async () => {
    await world.db.pool.query('update users set name = $2 where id = $1', [people[0], '=HYPERLINK("x")'])
    const { poll_id, path } = await make({ settings: { poll_type: 'poll' }, options: ['+1', 'No "way", no'] })
    await vote(poll_id, 0, '+1', '@SUM(A1)\nand more')
    await close(poll_id)
    const answer = await web.get(`${path}/ballots.csv`, ada)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body).toBe(
      `"voter","'+1","No ""way"", no","reason","cast_by_key"\r\n"'=HYPERLINK(""x"")",1,,"'@SUM(A1)\nand more",\r\n`,
    )
    await world.db.pool.query('update users set name = null where id = $1', [people[0]])
  })

  test.each(['=1', '+1', '-1', '@a', '\t=1', '\r=1', '\n', ' =1', '\uff1d1', '\u00a0-1'])(
    '%j is text',
    (text) => {
      expect(csvOf([[text]])).toBe(`"'${text}"\r\n`)
    },
  )

  test('numbers stay numbers', () => {
    expect(csvOf([[-3, null, 'a-b']])).toBe('-3,,"a-b"\r\n')
  })
})

describe('the audit page', () => {
  test('tells members who got a ballot, why, from whom, and whether it was withdrawn', async () => {
    const [gone] = await addMembers(world, ['gwen@mill.example'])
    await world.db.pool.query("update users set name = 'Gwen Lee' where id = $1", [gone])
    const { poll_id, path } = await make()
    const secret = await make({ settings: { anonymous: true } })
    await change(world.db, asAda(), (act) =>
      inviteVoters(act, { poll_id, emails: ['fay@far.example'], user_ids: [] }),
    )
    await vote(poll_id, 0, 'agree')
    const { rows } = await world.db.pool.query('select id from memberships where user_id = $1', [gone])
    await change(world.db, asAda(), (act) =>
      removeMember(act, { group_id: world.group.id, membership_id: rows[0].id }),
    )
    const { body } = await web.get(`${path}/audit`, ada)
    expect(body).toMatch(/Gwen Lee(?:(?!<li).)*Member of the group; from(?:(?!<li).)*withdrawn/)
    expect(body).toContain('Invited to this poll')
    expect(body).toContain('6 ballots, 1 of them withdrawn')
    expect(body).not.toContain('fay@far.example')
    expect(body).not.toContain('Voted')
    const anonymous = (await web.get(`${secret.path}/audit`, ada)).body
    expect(anonymous).toMatch(/Gwen Lee(?:(?!<li).)*withdrawn/)
    expect(anonymous).toContain('still counts in the number of people who could vote')
  })

  test('shows guests and visitors by link numbers without names; others get a 404', async () => {
    await world.db.pool.query("update users set name = 'Dai Rees' where id = $1", [people[2]])
    const { poll_id, path } = await make()
    await change(world.db, asAda(), (act) =>
      inviteVoters(act, { poll_id, emails: ['fay@far.example'], user_ids: [] }),
    )
    const { rows } = await world.db.pool.query("select id from users where email = 'fay@far.example'")
    const fay = rows[0].id as number
    const byLink = await web.follow(path, await tokenFor(world, 'ballot', { user_id: fay, poll_id }))
    const member = await web.follow(
      path,
      await tokenFor(world, 'ballot', { user_id: people[1] ?? 0, poll_id }),
    )
    for (const cookie of [await sessionOf(fay), byLink.cookie, member.cookie]) {
      const { body, statusCode } = await web.get(`${path}/audit`, cookie)
      expect([statusCode, body.includes('1 ballot<'), body.includes('Dai Rees')]).toEqual([200, true, false])
    }
    expect((await web.get(`${path}/audit`, ada)).body).toContain('Dai Rees')
    expect((await web.get(`${path}/audit`)).statusCode).toBe(404)
  })

  test('has 200 rows per page', async () => {
    const { poll_id, path } = await make()
    await world.db.pool.query(
      `with made as (insert into users (name, email) select 'Voter ' || n, 'v' || n || '@x.example'
         from generate_series(1, 250) n returning id)
       insert into electorate (poll_id, user_id, inviter_id, issued_as) select $1, id, $2, 'named' from made`,
      [poll_id, world.ada.id],
    )
    const first = (await web.get(`${path}/audit`, ada)).body
    const second = (await web.get(`${path}/audit?from=200`, ada)).body
    expect(first.match(/; from/g)).toHaveLength(200)
    expect(first).toContain(`${path}/audit?from=200`)
    expect(second.match(/; from/g)?.length).toBeGreaterThanOrEqual(55)
  })
})

describe('the rankings of a closed poll', () => {
  const OPTIONS = ['Bench', 'Trees', 'Lights', 'Pond']
  const SETTINGS = { poll_type: 'ranked_choice', count_method: 'stv_scottish', seats: 2 } as const
  const BALLOTS: Record<string, number>[] = [
    { Bench: 1, Trees: 2 },
    { Trees: 1 },
    { Lights: 1, Pond: 2 },
    { Pond: 1 },
  ]

  async function elect(anonymous: boolean) {
    const { poll_id, path } = await make({ settings: { ...SETTINGS, anonymous }, options: OPTIONS })
    for (const [voter, choices] of BALLOTS.entries())
      await castBallot(world.db, { poll_id, user_id: people[voter] ?? 0, choices, reason: null })
    await close(poll_id)
    await sealPoll(world.db, poll_id)
    return path
  }

  test.each([true, false])(
    'elect the same again, from JSON and from BLT (anonymous: %s)',
    async (anonymous) => {
      const path = await elect(anonymous)
      const file: BallotExport = (await web.get(`${path}/ballots.json`, ada)).json()
      expect(file.elected).toHaveLength(2)
      const names = (file.elected ?? []).map((slot) => OPTIONS[slot - 1])
      expect(recount(file)).toMatchObject({ elected: names, differences: [] })
      const other = { ...file, elected: (file.elected ?? []).toReversed() }
      expect(recount(other).differences).toEqual([
        `the count elects ${names.join(', ')}, the file says ${names.toReversed().join(', ')}`,
      ])
      const answer = await web.get(`${path}/ballots.blt`, ada)
      expect(answer.headers['content-disposition']).toContain('.blt"')
      const { seed, seats, ...election } = readBlt(answer.body)
      expect(seed).toMatch(/^[A-Za-z0-9]{8} [0-9a-f]{64}$/)
      const lot = { seed: seed ?? '', ids: OPTIONS.map((_, place) => place + 1) }
      const again = count({ ...election, seats, method: 'stv_scottish', lot })
      expect(again.ties.map(({ by }) => by)).toContain('lot')
      expect(again.elected.map((place) => place + 1)).toEqual(file.elected)
    },
  )

  test('are there only of polls with rankings', async () => {
    const { poll_id, path } = await make()
    await vote(poll_id, 0, 'agree')
    await close(poll_id)
    expect((await web.get(`${path}/ballots.blt`, ada)).statusCode).toBe(404)
    expect((await web.get(path, ada)).body).not.toContain('.blt')
  })
})

test('the signed head of a closed poll is a text for whoever may see its results', async () => {
  const { poll_id, path } = await make({ settings: { hide_results: 'until_closed' } })
  await vote(poll_id, 0, 'agree')
  expect((await web.get(`${path}/head`, ada)).statusCode).toBe(404)
  await close(poll_id)
  const page = await web.get(`${path}/head`, ada)
  expect(page.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toMatch(/^moot\.example\/p\/\w{8}\/1\n1\n/)
  expect(page.body).toMatch(/\n\n— \S+ \S+\n$/)
  expect((await web.get(`${path}/head`)).statusCode).toBe(404)
})
