import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openGroupPolls } from '../../../test/poll-web.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { seen, tokenFor } from '../../../test/web.ts'
import { keyFor } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import type { HideResults } from '../../polls/poll.ts'
import { type BallotExport, sealOf } from '../../polls/results/ballot-export.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'
import { csvOf } from '../parts/csv.ts'

const { world, web, people, ada, make, vote, close, linked } = await openGroupPolls()

const asAda = () => ({ kind: 'person', user_id: world.ada.id }) as const

const FILES = ['ballots.json', 'ballots.csv']
const HIDING: HideResults[] = ['off', 'until_vote', 'until_closed']

describe('the ballots of a poll', () => {
  test.each(HIDING)('are not available while it is open, hide_results %s', async (hide_results) => {
    const { poll_id, path } = await make({ settings: { hide_results } })
    await vote(poll_id, 0, 'agree')
    for (const cookie of [ada, await sessionOf(world, people[0] ?? 0), ''])
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
    expect(rows.sort()).toEqual([
      `"Unnamed person (#${people[0]})",1,,,,`,
      `"Unnamed person (#${people[1]})",,,1,,"Test key"`,
    ])
  })

  test.each([
    [true, '2 = Yes, 1 = If need be, 0 = No'],
    [false, '2 = Yes, 0 = No'],
  ])('of a meeting say what the numbers mean, with if need be %s', async (can_respond_maybe, meanings) => {
    const { poll_id, path } = await make({
      options: ['2030-12-01', '2030-12-02'],
      settings: { poll_type: 'meeting', can_respond_maybe },
    })
    const choices = { '2030-12-01': 2, '2030-12-02': 0 }
    await castBallot(world.db, { poll_id, user_id: people[0] ?? 0, choices, reason: null })
    await close(poll_id)
    expect((await web.get(path, ada)).body).toContain(`In the CSV file: ${meanings}.`)
    expect((await web.get(`${path}/ballots.csv`, ada)).body).toContain(',2,0,,')
    const other = await make()
    await vote(other.poll_id, 0, 'agree')
    await close(other.poll_id)
    expect((await web.get(other.path, ada)).body).not.toContain('In the CSV file')
  })

  test('distinguish voters with equal names by their numbers, for every reader, and contain nothing of addresses', async () => {
    const { poll_id, path } = await make()
    for (const voter of [0, 1]) await vote(poll_id, voter, 'agree')
    const by = {
      admin: ada,
      member: await sessionOf(world, people[2] ?? 0),
      'link of the admin': await linked(path, { user_id: world.ada.id, poll_id }),
      voter: await linked(path, { user_id: people[0] ?? 0, poll_id }),
    }
    await close(poll_id)
    for (const [who, cookie] of Object.entries(by))
      for (const file of FILES) {
        const { body } = await web.get(`${path}/${file}`, cookie)
        expect([who, body.includes(`Unnamed person (#${people[0]})`)]).toEqual([who, true])
        expect(body).not.toMatch(/@mill\.example|\(be/)
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
      for (const cookie of [ada, await sessionOf(world, people[3] ?? 0)])
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

  test.each(['=1', '+1', '-1', '@a', '\t=1', '\n', ' =1', '\uff1d1', '\u00a0-1'])('%j is text', (text) => {
    expect(csvOf([[text]])).toBe(`"'${text}"\r\n`)
  })

  test.each([
    ['fine;=1+1;x\n=2+2\nend', "fine;'=1+1;x\n'=2+2\nend"],
    ['a;-1\r\n+2\n@b;\uff1d3', "a;'-1\r\n'+2\n'@b;'\uff1d3"],
    ['a; =1;\t=2;\tb', "a; '=1;'\t'=2;'\tb"],
    ['a;"=1";""=2', `a;"'=1";""'=2`],
    ['\r=1', "'\r'=1"],
    ['a-b; c=d, =e', 'a-b; c=d, =e'],
  ])('%j is text where semicolons separate cells, too', (text, marked) => {
    expect(csvOf([['x', text]])).toBe(`"x","${marked.replaceAll('"', '""')}"\r\n`)
  })

  test('a spreadsheet with semicolons finds no formula in any text', () => {
    const parts = fc.constantFrom(';', '\n', '"', "'", ' ', '\t', '=', '+', '-', '@', 'a', ',')
    fc.assert(
      fc.property(fc.array(fc.array(parts, { maxLength: 12 }), { minLength: 1, maxLength: 3 }), (cells) => {
        const file = csvOf([['voter', ...cells.map((cell) => cell.join(''))]])
        for (const separator of [';', ','])
          for (const cell of cellsIn(file, separator)) expect(cell).not.toMatch(/^\s*[=+\-@]|^\t/)
      }),
      { numRuns: 3_000 },
    )
  })

  test('numbers stay numbers', () => {
    expect(csvOf([[-3, null, 'a-b']])).toBe('-3,,"a-b"\r\n')
  })

  test('are marked in one pass, however long the blanks between are', () => {
    const rows = [['a', 'b'].join(' '.repeat(300_000)), `;${'"'.repeat(300_000)}x`, ';'.repeat(300_000)]
    expect(csvOf([rows])).toHaveLength(1_200_000 + ';x""'.length + '"",'.length * 3 + 1)
  })
})

test('the signed head of a closed poll is a text file for everyone who may see its results', async () => {
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

/** The cells of a CSV file as a spreadsheet with this separator reads them, quoted or not. */
function cellsIn(file: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < file.length; at++) {
    const letter = file[at] ?? ''
    if (quoted && letter === '"' && file[at + 1] === '"') cell += file[at++]
    else if (letter === '"' && (quoted || cell === '')) quoted = !quoted
    else if (!quoted && (letter === separator || letter === '\n' || letter === '\r')) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}
