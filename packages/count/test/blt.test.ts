import { describe, expect, test } from 'vitest'
import { FileError, readBlt, writeBlt } from '../src/index.ts'

const FILE = `# Board
4 2        # four stand for two seats
-2
[nick bo tr li fe]
[tie 3 1 4 2]
3 1 3 0
2 tr=li 4 0
(77) 4 0
1 - 3 0
0
"A bench" "Two trees"
"Lights"
"A \\ fence"
"The yard"
`

test('a BLT file is read with nicknames, equal ranks, comments, ids and skipped ranks', () => {
  expect(readBlt(FILE)).toEqual({
    title: 'The yard',
    seats: 2,
    options: ['A bench', 'Two trees', 'Lights', 'A \\ fence'],
    withdrawn: [1],
    tie: [2, 0, 3, 1],
    seed: null,
    ballots: [
      { weight: 3, ranks: [[0], [2]] },
      { weight: 2, ranks: [[1, 2], [3]] },
      { weight: 1, ranks: [[3]] },
      { weight: 1, ranks: [[2]] },
    ],
  })
})

test('a written BLT file is read as it was, with its seed', () => {
  const election = {
    title: 'The "yard" # 1',
    seats: 2,
    options: ['A bench', 'Two\ntrees', '=', '0'],
    withdrawn: [1],
    ballots: [
      { weight: 3, ranks: [[0], [2]] },
      { weight: 1, ranks: [[1, 2], [3]] },
      { weight: 2, ranks: [] },
    ],
    seed: 'aB3dE6gH 0f1e',
  }
  expect(readBlt(writeBlt(election))).toEqual({
    ...election,
    title: "The 'yard' # 1",
    options: ['A bench', 'Two trees', '=', '0'],
    tie: null,
  })
})

describe('a syntax error is reported with its line and column', () => {
  test.each([
    ['', 'line 1, column 1: the number of options is missing'],
    ['x 1', 'line 1, column 1: "x" is not the number of options'],
    ['2 3\n0\n', 'line 1, column 3: must have 1 to 2 seats'],
    ['2 1\n1 3 0\n0\n"A"\n"B"', 'line 2, column 3: "3" is not an option: options are 1 to 2'],
    ['2 1\n1 1 1 0\n0\n"A"\n"B"', 'line 2, column 5: ranks 1 twice'],
    ['2 1\n1 1 2\n', 'line 3, column 1: this ballot has no end: a 0 is missing'],
    ['2 1\n1 1 2 0\n', 'line 3, column 1: the ballots have no end: a line with 0 is missing'],
    ['2 1\n1 1 0\n0\n"A"\n', 'line 5, column 1: the name of option 2 is missing'],
    ['2 1\n[foo 1]\n0\n', 'line 2, column 2: [foo …] is not known'],
    ['2 1\n-9\n0\n', 'line 2, column 1: "9" is not an option: options are 1 to 2'],
  ])('%j', (text, message) => {
    expect(() => readBlt(text)).toThrow(new FileError(...placeIn(message)))
    expect(() => readBlt(text)).toThrow(message)
  })
})

function placeIn(message: string): [number, number, string] {
  const [, line, column, problem = ''] = /^line (\d+), column (\d+): (.*)$/.exec(message) ?? []
  return [Number(line), Number(column), problem]
}

test('names with doubled quotation marks are read, and names of one line without any', () => {
  const { options, title } = readBlt('2 1\n1 1 0\n0\n"Ada ""Greens"""\n"Ben"\nWard 4 - Coldside\n')
  expect({ options, title }).toEqual({ options: ['Ada "Greens"', 'Ben'], title: 'Ward 4 - Coldside' })
  const plain = readBlt('2 1\n1 1 0\n0\nKen ANDREW (SNP)\n  Martha WARDROP (Grn)\nWard 11 [Hillhead]')
  expect(plain).toMatchObject({
    options: ['Ken ANDREW (SNP)', 'Martha WARDROP (Grn)'],
    title: 'Ward 11 [Hillhead]',
  })
  const parts = readBlt('2 1\n1 1 0\n0\n"Ken" "SNP"\n"Martha" "Grn"\n"Ward 11"\n')
  expect(parts).toMatchObject({ options: ['Ken, SNP', 'Martha, Grn'], title: 'Ward 11' })
  const more = readBlt('2 1\n1 1 0\n0\n"A"\n"B"\n"Title"\n"Source"\n"Comment"\n')
  expect(more).toMatchObject({ options: ['A', 'B'], title: 'Title' })
})
