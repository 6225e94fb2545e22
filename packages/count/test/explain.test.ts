import { expect, test } from 'vitest'
import { count, explain } from '../src/index.ts'

test('a tie in the runoff of STAR is told with the runoff, not with the scores', () => {
  const OPTIONS = ['A', 'B', 'C']
  const ballots = [
    [5, 4, 0],
    [0, 5, 1],
    [5, 4, 0],
    [0, 3, 1],
  ].map((scores) => ({ weight: 1, scores }))
  const [scores, runoff] = explain(count({ method: 'star', options: OPTIONS, ballots }), OPTIONS)
  expect(scores).toMatch(/^A and B have the highest/)
  expect(runoff).toMatch(/^[AB] and [AB] are tied; decided by their sc.*: B/)
})
