import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atEnd } from './at-end.ts'

/** Which resources were made, and which have ended. */
const ended: string[] = []
const make = (name: string) => atEnd(() => ended.push(name))

describe('the resources of a test', () => {
  beforeAll(() => make('for all'))
  beforeEach(() => make('for each'))

  test('are available while it runs', () => {
    make('within')
    expect(ended).toEqual([])
  })

  test('end after it, the last one first; shared resources stay', () => {
    expect(ended).toEqual(['within', 'for each'])
  })
})

test('end with the test at most, wherever they were made', () => {
  expect(ended).toEqual(['within', 'for each', 'for each'])
})
