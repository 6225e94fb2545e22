import { describe, expect, test } from 'vitest'
import { count, FileError, readCsv } from '../src/index.ts'

describe('a CSV file', () => {
  test('with a column for each rank names options in its cells', () => {
    expect(readCsv('weight,1,2,3\n4,Bench,,\n3,Trees,Bench,Lights\n1,"Lights, all",Bench,\n')).toEqual({
      options: ['Bench', 'Trees', 'Lights', 'Lights, all'],
      ballots: [
        { weight: 4, ranks: [[0]] },
        { weight: 3, ranks: [[1], [0], [2]] },
        { weight: 1, ranks: [[3], [0]] },
      ],
    })
  })

  test.each([
    'rank 1,rank 2',
    'First,Second',
    'first choice,second choice',
    '1st choice,2nd choice',
    'Choice_1,Choice_2',
  ])('may call its ranks %s', (head) => {
    expect(readCsv(`${head}\r\nA,B\r\n`)).toEqual({
      options: ['A', 'B'],
      ballots: [{ weight: 1, ranks: [[0], [1]] }],
    })
  })

  test('with a column for each option has ranks in its cells, equal ones too', () => {
    const { options, ballots } = readCsv('\ufeffBench,Trees,"The ""new"" lights"\n1,2,\n2,1,2\n,,1\n')
    expect(options).toEqual(['Bench', 'Trees', 'The "new" lights'])
    expect(ballots.map(({ ranks }) => ranks)).toEqual([[[0], [1]], [[1], [0, 2]], [[2]]])
    expect(count({ method: 'schulze', options, ballots }).elected).toHaveLength(1)
  })

  test('may break lines in quoted cells, and end without a line break', () => {
    expect(readCsv('1,2\n"A\nB",C').options).toEqual(['A\nB', 'C'])
  })

  test.each([
    ['', 1, 1, 'the file is empty'],
    ['A,B\n1,x\n', 2, 3, '"x" is not a rank: ranks are 1, 2 and so on'],
    ['A,B\n1,2\n1\n', 3, 1, 'the line has 1 cells, but the header has 2'],
    ['1,2\nA,A\n', 2, 3, '"A" is ranked twice'],
    ['A,A\n1,2\n', 1, 3, 'there are two options "A"'],
    ['A,,B\n1,2,3\n', 1, 3, 'an option needs a name'],
    ['weight,A\nmany,1\n', 2, 1, '"many" is not a number of ballots'],
    ['A,B\n1,"2\n', 2, 3, 'a quoted cell is not closed'],
    ['1,2\n"A\nB",C\n"D",D\n', 4, 5, '"D" is ranked twice'],
  ])('%j is refused at line %i, column %i', (text, line, column, problem) => {
    let thrown: unknown
    try {
      readCsv(text)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(FileError)
    expect(thrown).toMatchObject({ line, column, message: `line ${line}, column ${column}: ${problem}` })
  })
})
