import { expect, test } from 'vitest'
import { kindName } from './poll-words.ts'

test('the kind of a poll with anonymous votes reads as one phrase', () => {
  expect(kindName({ poll_type: 'poll', anonymous: false })).toBe('Poll')
  expect(kindName({ poll_type: 'poll', anonymous: true })).toBe('Anonymous poll')
  expect(kindName({ poll_type: 'proposal', anonymous: true })).toBe('Anonymous vote on a proposal')
})
