import { expect, test } from 'vitest'
import { readTopics, topicsOf, writeTopics } from './touched.ts'

const event = (poll_id: number | null, discussion_id: number | null) => ({
  group_id: 3,
  poll_id,
  discussion_id,
})

test('each poll and thread is named once; without either, the group', () => {
  const topics = topicsOf([event(1, 2), event(1, 2), event(null, 2), event(null, null)])
  expect(topics).toEqual(['poll 1', 'thread 2', 'group 3'])
  expect(readTopics(writeTopics(topics))).toEqual(new Set(topics))
})

test('too many for one notification become everything', () => {
  const topics = topicsOf(Array.from({ length: 1_000 }, (_, id) => event(id + 1_000_000, null)))
  expect(writeTopics(topics)).toBe('all')
  expect(readTopics('all')).toBeNull()
  expect(writeTopics(topics.slice(0, 500)).length).toBeLessThan(8_000)
})
