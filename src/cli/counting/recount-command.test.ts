import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { POLL_RECORD } from '@folkmoot/check'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makePoll } from '../../../test/tell.ts'
import { keyOf, openWeb, type Web } from '../../../test/web.ts'
import { addMembers, createWorld, type World } from '../../../test/world.ts'
import { change } from '../../db/db.ts'
import type { Choices } from '../../polls/ballots/ballot.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import type { OptionCosts } from '../../polls/poll-option.ts'
import type { BallotExport } from '../../polls/results/ballot-export.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'
import { startSession } from '../../users/start-session.ts'
import { runCount } from './count-command.ts'
import { runRecount } from './recount-command.ts'

const NAMES = ['A', 'B', 'C']

let world: World
let web: Web
let people: number[]
let cookie: string
let folder: string

beforeAll(async () => {
  world = await createWorld()
  people = await addMembers(world)
  web = await openWeb(world)
  folder = await mkdtemp(join(tmpdir(), 'folkmoot-recount-'))
  const token = await change(world.db, asAda(), (act) => startSession(act, world.ada.id, null))
  cookie = `__Host-folkmoot_session=${token}`
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

const asAda = () => ({ kind: 'person', user_id: world.ada.id }) as const

/** The export of a closed poll with these ballots. */
async function exported(
  { option_costs = {}, ...settings }: { option_costs?: OptionCosts; [setting: string]: unknown },
  options: string[],
  ballots: Choices[],
): Promise<BallotExport> {
  const poll_id = await makePoll(world, {
    settings,
    options,
    option_costs,
    recipients: { audience: 'group' },
  })
  for (const [voter, choices] of ballots.entries())
    await castBallot(world.db, { poll_id, user_id: people[voter] ?? 0, choices, reason: null })
  await change(world.db, asAda(), (act) => closePoll(act, poll_id))
  await sealPoll(world.db, poll_id)
  const answer = await web.get(`/p/${await keyOf(world, 'polls', poll_id)}/ballots.json`, cookie)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** What the command prints for this file content, and the error it fails with. */
async function recounted(content: string | object, json = false): Promise<{ out: string; fault: string }> {
  const path = join(folder, 'ballots.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return runOn(path, json)
}

/** What "count" prints for this file. */
async function countOf(path: string, switches: string[] = []): Promise<string> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  await runCount({ env: {}, switches: new Set(switches), values: new Map(), operands: [path] })
  spy.mockRestore()
  return out
}

async function runOn(path: string, json = false): Promise<{ out: string; fault: string }> {
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  const call = { env: {}, switches: new Set(json ? ['json'] : []), values: new Map(), operands: [path] }
  const fault = await runRecount(call).then(
    () => '',
    (error: Error) => error.message,
  )
  spy.mockRestore()
  return { out, fault }
}

const SCORED = fc.array(
  fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 0, max: 5 }), { minKeys: 1 }),
  { maxLength: 4 },
)
const RANKED = fc.array(
  fc
    .shuffledSubarray(NAMES, { minLength: 3 })
    .map((names) => Object.fromEntries(names.map((name, place) => [name, place + 1]))),
  { maxLength: 4 },
)

describe('the recount of an export', () => {
  test.each([true, false])('equals its totals after any votes, anonymous %s', async (anonymous) => {
    const kinds = fc.oneof(
      SCORED.map((ballots) => ({ poll_type: 'score', ballots })),
      RANKED.map((ballots) => ({ poll_type: 'ranked_choice', ballots })),
    )
    await fc.assert(
      fc.asyncProperty(kinds, async ({ ballots, ...settings }) => {
        const file = await exported({ ...settings, anonymous }, NAMES, ballots)
        expect(file.ballots).toHaveLength(ballots.length)
        const { out, fault } = await recounted(file)
        expect([fault, out.includes('Recounted: equal')]).toEqual(['', true])
      }),
      { numRuns: 12 },
    )
  })

  test('is printed as a table or as JSON', async () => {
    const file = await exported({ poll_type: 'poll' }, ['A', 'B'], [{ A: 1 }, { B: 1 }, { B: 1 }])
    const { out } = await recounted(file)
    expect(out).toMatch(/RANK +OPTION +SCORE +VOTERS +AVERAGE\n1 +B +2 +2 +1\.00\n2 +A +1 +1 +1\.00\n/)
    const { fault, out: json } = await recounted(file, true)
    expect([fault, JSON.parse(json)]).toMatchObject(['', { equal: true, differences: [], cast_count: 3 }])
  })
})

describe('a count by sums', () => {
  const dots = (ballots: Choices[]) =>
    exported({ poll_type: 'dot_vote', dots_per_person: 8 }, ['Ana', 'Ben', 'Cem'], ballots)
  const LEVEL = [{ Ana: 4, Ben: 4 }, { Cem: 4 }]

  test('says who has the most', async () => {
    const { out } = await recounted(await dots([{ Ben: 5, Ana: 3 }]))
    expect(out).toContain('\nHighest total: Ben\n\nRecounted: equal')
    expect(out).not.toContain('Elected')
  })

  test('says of a tie that it is one, as the page does, and of the file’s order that it is drawn', async () => {
    const file = await dots(LEVEL)
    const [first = 0] = file.elected ?? []
    const { out, fault } = await recounted(file)
    expect(fault).toBe('')
    expect(out).toContain('\nHighest total, tied: Ana, Ben, Cem\n')
    expect(out).toContain(
      `A lot puts ${['Ana', 'Ben', 'Cem'][first - 1]} first: an order that does not break the tie.`,
    )
    expect(out).not.toContain('Elected')
    const path = join(folder, 'ballots.json')
    expect(await countOf(path)).toMatch(/Highest total, tied: Ana, Ben, Cem\nA lot puts \w+ first/)
    expect(await countOf(path, ['all'])).toMatch(/sum +Ana, Ben, Cem +tied/)
    expect(await countOf(path, ['all'])).not.toContain('by lot')
  })

  test('with several seats says whom it elects, and that a lot decided', async () => {
    const settings = { poll_type: 'ranked_choice', minimum_stance_choices: 1, seats: 2 }
    const { out } = await recounted(await exported(settings, NAMES, [{ A: 1 }, { B: 1 }, { C: 1 }]))
    expect(out).toMatch(/\nElected: \w, \w \(a tie was decided by lot\)\n/)
  })

  test('elects where the poll is counted by another method than its own', async () => {
    const settings = { poll_type: 'ranked_choice', minimum_stance_choices: 1 }
    await recounted(await exported(settings, NAMES, [{ A: 1 }, { B: 1 }]))
    const out = await countOf(join(folder, 'ballots.json'), ['all'])
    expect(out).toMatch(/points +A, B +tied/)
    expect(out).toMatch(/irv +[AB] +by lot/)
  })

  test('without a vote leads nobody', async () => {
    expect((await recounted(await dots([]))).out).not.toMatch(/Elected|Highest/)
  })
})

describe('a count by equal shares', () => {
  const shares = (ballots: Choices[]) =>
    exported(
      {
        ...{ poll_type: 'dot_vote', count_method: 'equal_shares', dots_per_person: 8, budget: 100 },
        option_costs: { Ana: 60, Ben: 30, Cem: 90 },
      },
      ['Ana', 'Ben', 'Cem'],
      ballots,
    )

  test('says what is funded of which budget, and not who has a seat', async () => {
    const { out, fault } = await recounted(await shares([{ Ana: 8 }, { Ana: 4, Ben: 4 }, { Cem: 1 }]))
    expect(fault).toBe('')
    expect(out).toContain('\nequal_shares: 3 ballots, budget 100\n')
    expect(out).toContain('\n90 of 100 is spent.\n')
    expect(out).toContain('\nFunded: Ana, Ben\n')
    const counted = await countOf(join(folder, 'ballots.json'))
    expect(counted).toContain('\nequal_shares: 3 ballots, budget 100\n')
    expect(counted).toContain('\n90 of 100 is spent.\n')
    expect(counted).toContain('\nFunded: Ana, Ben\n')
    expect(out + counted).not.toMatch(/seat|elected/i)
  })

  test('in which nobody gave dots says that nothing is funded', async () => {
    const file = await shares([{ Ana: 8 }])
    await recounted({ ...file, ballots: file.ballots.map((one) => ({ ...one, scores: [null, null, null] })) })
    expect(await countOf(join(folder, 'ballots.json'))).toContain(
      '\n0 of 100 is spent.\n\nNo option is funded.\n',
    )
  })
})

describe('a count by rounds or pairs', () => {
  const BALLOTS = [{ A: 1, B: 2 }, { A: 1, C: 2 }, { B: 1, C: 2 }, { C: 1 }]
  const ranked = (count_method: string, seats: number) =>
    exported({ poll_type: 'ranked_choice', count_method, seats, minimum_stance_choices: 1 }, NAMES, BALLOTS)

  test('shows the votes of each round, and no points, which decide nothing', async () => {
    const file = await ranked('stv_scottish', 2)
    const { out, fault } = await recounted(file)
    expect(fault).toBe('')
    expect(out).not.toMatch(/RANK|SCORE|AVERAGE/)
    expect(out).toMatch(/stv_scottish: 4 ballots, 2 seats, quota 2.*\n\nOPTION +1/)
    expect(out).toMatch(/\nA +2\.00000/)
    expect(out.match(/^Elected: /gm)).toHaveLength(1)
    expect(out).toContain('Recounted: equal to the totals')
    const told = JSON.parse((await recounted(file, true)).out)
    expect(told.rows).toEqual(
      [1, 2, 3].map((slot) => ({ slot, name: NAMES[slot - 1], voter_count: expect.any(Number) })),
    )
    expect(told).toMatchObject({ equal: true, count: { method: 'stv_scottish', elected: told.elected } })
  })

  test('shows who is preferred to whom', async () => {
    const { out } = await recounted(await ranked('schulze', 1))
    expect(out).not.toMatch(/RANK|SCORE|AVERAGE/)
    expect(out).toMatch(/OPTION +1 +2 +3\n1 +A +- /)
  })

  test('shows no points either if nobody voted', async () => {
    const file = await exported({ poll_type: 'ranked_choice', count_method: 'irv' }, NAMES, [])
    const { out, fault } = await recounted(file)
    expect([fault, out.includes('SCORE')]).toEqual(['', false])
  })
})

describe('the decision', () => {
  const settings = {
    poll_type: 'proposal',
    quorum_pct: 50,
    thresholds: [{ option: 'agree', percent: 66, of: 'cast', at: 'least' }],
    no_block: true,
  }
  const OPTIONS = ['agree', 'disagree', 'block']
  let file: BallotExport
  beforeAll(async () => {
    file = await exported(settings, OPTIONS, [{ agree: 1 }, { agree: 1 }, { disagree: 1 }])
  })

  test('is in the file with its rules, and the recount reaches the same decision', async () => {
    expect(file.decision).toMatchObject({
      eligible: 5,
      quorum_pct: 50,
      no_block: true,
      rules: [
        { rule: 'threshold', option: 'agree', percent: 66, part: 2, whole: 3, passed: true },
        { rule: 'no_block', part: 0, whole: 3, passed: true },
        { rule: 'quorum', part: 3, whole: 5, passed: true },
      ],
      passed: true,
    })
    const { out, fault } = await recounted(file)
    expect(fault).toBe('')
    expect(out).toContain(
      '\nPassed: 2 of 3 who voted agree (66.7%, at least 66% needed); no blocks; 3 of 5 voted (60%, quorum 50%).\n',
    )
    expect(out).toContain('Recounted: equal to the totals and the decision in the file.')
    const { out: json } = await recounted(file, true)
    expect(JSON.parse(json).decision).toMatchObject({
      passed: true,
      sentence: expect.stringMatching(/^Passed/),
    })
  })

  test('is empty in the file and in the recount if nobody voted and nothing is required', async () => {
    const limits = {
      ...settings,
      quorum_pct: null,
      thresholds: [{ option: 'disagree', percent: 25, of: 'cast', at: 'most' }],
    }
    const unused = await exported(limits, OPTIONS, [])
    expect(unused.decision).toMatchObject({ rules: [{ passed: null }, { passed: null }], passed: null })
    const { out, fault } = await recounted(unused)
    expect([fault, out.includes('\nNot decided: nobody voted. 5 could have.\n')]).toEqual(['', true])
    const altered = { ...unused, decision: { ...unused.decision!, passed: true } }
    expect((await recounted(altered)).fault).toContain(
      'the poll was not decided, but the file says it passed',
    )
  })

  type Decision = NonNullable<BallotExport['decision']>
  test.each<[string, (said: Decision) => Partial<Decision>, string]>([
    ['its end', () => ({ passed: false }), 'the poll passed, but the file says it did not pass'],
    [
      'a rule',
      ({ rules: [first, ...others] }) => ({ rules: [{ ...first!, part: 3 }, ...others] }),
      'the file says 3 of 3 for at least 66% (kept)',
    ],
    [
      'a bound',
      ({ thresholds: [one] }) => ({ thresholds: [{ ...one!, percent: 67 }] }),
      'by its conditions the poll did not pass',
    ],
    [
      'a rule left out',
      ({ rules }) => ({ rules: rules.slice(0, 2) }),
      'the file has no result for the quorum',
    ],
    ['a rule not set', () => ({ quorum_pct: null }), 'conditions that the poll does not have'],
    ['who could vote', () => ({ eligible: 2 }), '3 ballots are counted, but 2 could be cast'],
  ])('that was altered fails: %s', async (_, alter, fault) => {
    const decision = { ...file.decision!, ...alter(file.decision!) }
    expect((await recounted({ ...file, decision })).fault).toContain(fault)
  })

  test('is empty in the recount of files without one', async () => {
    const { decision: _, ...old } = file
    const { out, fault } = await recounted(old)
    expect([fault, out.includes('equal to the totals in the file')]).toEqual(['', true])
  })

  test('is named if it cannot be read', async () => {
    const decision = { ...file.decision!, eligible: -1 }
    expect((await recounted({ ...file, decision })).fault).toContain('see "decision.eligible"')
  })
})

describe('an altered file fails, and the differences are named', () => {
  let sealed: BallotExport
  let named: BallotExport
  beforeAll(async () => {
    const ballots = [{ A: 1 }, { B: 1 }, { B: 1 }]
    sealed = await exported({ poll_type: 'poll', anonymous: true }, ['A', 'B'], ballots)
    named = await exported({ poll_type: 'poll' }, ['A', 'B'], ballots)
  })

  const altered = (file: BallotExport, alter: (copy: BallotExport) => void) => {
    const copy = structuredClone(file)
    alter(copy)
    return recounted(copy)
  }

  test('a ballot left out, copied or changed', async () => {
    const out = await altered(sealed, (copy) => void copy.ballots.pop())
    expect(out.fault).toContain('2 ballots are counted, but the file says 3')
    const twice = await altered(sealed, (copy) => void copy.ballots.push(copy.ballots[0] as never))
    expect(twice.fault).toContain('appears twice')
    const changed = await altered(sealed, (copy) => {
      const ballot = copy.ballots.find(({ scores }) => scores[0] === 1)!
      ballot.scores = [null, 1]
    })
    expect(changed.fault).toMatch(/ballot [0-9a-f]{64} does not match its hash/)
    expect(changed.fault).toContain('the score of "A" is 0, but the file says 1')
    expect(changed.fault).not.toContain('\n')
  })

  test('a total changed, left out or given twice', async () => {
    const { fault } = await altered(named, (copy) => {
      copy.totals.rows[0]!.score = 9
    })
    expect(fault).toContain('the score of "B" is 2, but the file says 9')
    const less = await altered(named, (copy) => void copy.totals.rows.pop())
    expect(less.fault).toContain('no total for "A"')
    const more = await altered(named, (copy) => void copy.totals.rows.unshift(copy.totals.rows[0]!))
    expect(more.fault).toContain('two totals')
  })

  test('a file that is not an export fails with one line', async () => {
    expect((await runOn(join(folder, 'none.json'))).fault).toMatch(/^There is no file \S+none\.json\.$/)
    expect((await runOn(folder)).fault).toContain('is a folder, not a file')
    expect((await recounted('voter,A,B')).fault).toContain('is not JSON')
    expect((await recounted({ format: POLL_RECORD })).fault).toContain(
      'is the record of a poll, which "verify" checks',
    )
    for (const content of ['null', '[]', '{}', '"x"', '1'])
      expect((await recounted(content)).fault).toContain('is not')
    const bad = await altered(named, (copy) => {
      copy.poll.options[0]!.slot = 0
    })
    expect(bad.fault).toContain('poll.options.0.slot')
    const mixed = await altered(named, (copy) => {
      copy.poll.anonymous = true
    })
    expect(mixed.fault).toContain('see "ballots"')
  })
})
