import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atEnd } from './at-end.ts'

/** Which were made, and which of them are over. */
const ended: string[] = []
const make = (name: string) => atEnd(() => ended.push(name))

describe('what a test needs', () => {
  beforeAll(() => make('for all'))
  beforeEach(() => make('for each'))

  test('is there while it runs', () => {
    make('within')
    expect(ended).toEqual([])
  })

  test('is ended after it, the last first; what all need stays', () => {
    expect(ended).toEqual(['within', 'for each'])
  })
})

test('is not ended later than with the test, wherever it was made', () => {
  expect(ended).toEqual(['within', 'for each', 'for each'])
})
