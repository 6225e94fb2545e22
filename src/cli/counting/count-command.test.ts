import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runCount } from './count-command.ts'

const FILE = `3 1
4 1 0
3 2 1 0
2 3 2 0
0
"Bench" "Trees" "Lights"
"The yard"
`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folkmoot-count-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

/** What the command prints for this file, and the error it fails with. */
async function counted(content: string, values: Record<string, string>, switches: string[] = []) {
  const path = join(folder, 'yard.blt')
  await writeFile(path, content)
  let out = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  const given = new Map(Object.entries(values).map(([name, value]) => [name, [value]]))
  const fault = await runCount({
    env: {},
    switches: new Set(switches),
    values: given,
    operands: [path],
  }).then(
    () => '',
    (error: Error) => error.message.replace(`${folder}/`, ''),
  )
  spy.mockRestore()
  return { out, fault }
}

test('one ballot and two seats are named in the right number', async () => {
  const one = FILE.replace(/^4 1 0\n3 2 1 0\n2 3 2 0$/m, '1 1 2 0')
  const { out, fault } = await counted(one, { method: 'stv_scottish', seats: '2' })
  expect(fault).toBe('')
  expect(out).toContain(': 1 ballot, 2 seats')
})

test('a count shows each round, and explains it', async () => {
  const { out, fault } = await counted(FILE, { method: 'irv' })
  expect(fault).toBe('')
  expect(out).toBe(`The yard

irv: 9 ballots, 1 seat

OPTION       1  2
Bench        4  4
Trees        3  5
Lights       2  0
(exhausted)  0  0

1. No one has more than half.
2. Lights has the fewest (2) and is excluded; these votes are transferred: 2 to Trees. Trees has more than half of the votes still counting (5) and is elected.

Elected: Trees
`)
})

test('all suitable methods are shown side by side', async () => {
  const { out } = await counted(FILE, {}, ['all'])
  expect(out).toMatch(/irv +Trees/)
  expect(out).toMatch(/approval +Bench/)
  expect(out).toMatch(/schulze +Trees/)
})

test('JSON names options, with votes as decimal strings', async () => {
  const { out } = await counted(FILE, { method: 'stv_scottish', seats: '2' }, ['json'])
  expect(JSON.parse(out)).toMatchObject({
    method: 'stv_scottish',
    seats: 2,
    quota: '4.00000',
    valid: 9,
    elected: ['Bench', 'Trees'],
    rounds: [
      { votes: { Bench: '4.00000', Trees: '3.00000', Lights: '2.00000' }, elected: ['Bench'] },
      {
        votes: { Bench: '4.00000', Trees: '5.00000' },
        excluded: ['Lights'],
        transfers: [{ from: 'Lights', to: 'Trees', votes: '2.00000' }],
      },
    ],
    ties: [],
  })
})

test.each([
  [
    FILE.replace('"Lights"\n"The yard"', ''),
    { method: 'irv' },
    'yard.blt: line 7, column 1: the name of option 3 is missing',
  ],
  [
    FILE.replace('2 3 2 0', '2 3 9 0'),
    { method: 'irv' },
    'yard.blt: line 4, column 5: "9" is not an option: options are 1 to 3',
  ],
  [FILE, { method: 'irv', seats: '2' }, 'seats: must be 1: irv elects one.'],
  [FILE, { method: 'irv', seats: 'two' }, '--seats must be a whole number above 0, not two.'],
  [FILE, {}, 'Choose a method: --method points, irv, '],
  [FILE, { method: 'borda' }, 'There is no method "borda". Choose --method points, irv, '],
  [FILE, { method: 'star' }, 'The method star does not fit these ballots. Choose --method points, irv, '],
  ['Bench,Trees\n1,2\n2,best\n', { method: 'irv' }, 'yard.blt: line 3, column 3: "best" is not a rank'],
  ['hash,Bench,nonce\n', { method: 'irv' }, "yard.blt: this CSV of a poll's page is for spreadsheets"],
  [
    '"voter","Bench","Trees","reason","cast_by_key"\r\n"Ben",1,2,,\r\n',
    { method: 'irv' },
    "yard.blt: this CSV of a poll's page is for spreadsheets: use its JSON or BLT instead",
  ],
  ['{"format":', {}, 'yard.blt: it begins like JSON but is not valid JSON'],
  ['{"format":"other"}', {}, "yard.blt is not an export of a poll's ballots: see"],
])('a file that cannot be counted fails with one line (%#)', async (content, values, message) => {
  const { out, fault } = await counted(content, values)
  expect(out).toBe('')
  expect(fault).toContain(message)
})

test('rankings in CSV are counted like those in BLT', async () => {
  const [names, ranks] = [
    'weight,1,2\n4,Bench,\n3,Trees,Bench\n2,Lights,Trees\n',
    'Bench,Trees,Lights,votes\n1,,,4\n2,1,,3\n,2,1,2\n',
  ]
  const { out } = await counted(FILE, { method: 'irv' }, ['json'])
  for (const csv of [names, ranks]) expect((await counted(csv, { method: 'irv' }, ['json'])).out).toBe(out)
})

test('the JSON of a poll is counted by its own method, or by another that fits', async () => {
  const option = (name: string, place: number) => ({ slot: place + 1, priority: 2 - place, name })
  const ballot = (scores: (number | null)[]) => ({ voter: 'Ben', scores, reason: null, reason_format: 'md' })
  const settings = {
    minimum_stance_choices: 1,
    maximum_stance_choices: 3,
    min_score: 0,
    max_score: 0,
    dots_per_person: 0,
    can_respond_maybe: false,
    count_method: 'irv',
    seats: 1,
    budget: null,
  }
  const poll = {
    key: 'abcdefgh',
    title: 'The yard',
    poll_type: 'ranked_choice',
    anonymous: false,
    closed_at: '2026-01-01T00:00:00.000Z',
    settings,
    options: ['Bench', 'Trees', 'Lights'].map(option),
  }
  const ballots = [
    ...Array.from({ length: 4 }, () => ballot([3, null, null])),
    ...Array.from({ length: 3 }, () => ballot([2, 3, null])),
    ...Array.from({ length: 2 }, () => ballot([null, 2, 3])),
  ]
  const file = JSON.stringify({
    format: 'folkmoot-ballots',
    version: 1,
    poll,
    ballots,
    totals: { cast_count: 9, rows: [] },
  })
  const { out } = await counted(FILE, { method: 'irv' })
  expect(await counted(file, {})).toEqual({ out, fault: '' })
  expect((await counted(file, { method: 'schulze' })).out).toContain('Elected: Trees')
  expect((await counted(file, { method: 'star' })).fault).toContain(
    'does not fit these ballots. Choose --method points, irv',
  )
  expect((await counted(file, { seed: 'mine' })).fault).toContain(
    'seed: the lots of a poll are drawn from its ballots.',
  )
  expect((await counted(file, { seats: '2' })).fault).toBe('seats: must be 1: irv elects one.')
  expect((await counted(file, {}, ['all'])).out).toMatch(/stv_meek +Trees/)
})
