import { describe, expect, test } from 'vitest'
import { type CommentSpot, ITEMS_PER_PAGE, itemsOf, newsFor, pageOf, pageWith } from '../thread-items.ts'
import { commentAbilities, type ThreadReader, threadAbilities } from '../thread-rights.ts'
import { usernamesIn } from './comment.ts'

const CLOSED_AT = new Date('2026-11-21T12:00:00Z')
const AUTHOR = 1
const reader = (facts: Partial<ThreadReader>): ThreadReader => ({
  user_id: 2,
  member: true,
  accepted: true,
  admin: false,
  ...facts,
})
const PEOPLE = {
  admin: reader({ admin: true }),
  author: reader({ user_id: AUTHOR }),
  member: reader({}),
  pending: reader({ accepted: false }),
  guest: reader({ member: false, accepted: false }),
}

describe('what a reader may do in a thread', () => {
  test.each([
    ['admin', false, 'comment edit close invite start_poll discard'],
    ['author', false, 'comment edit close invite start_poll'],
    ['member', false, 'comment invite start_poll'],
    ['pending', false, 'comment'],
    ['guest', false, 'comment'],
    ['admin', true, 'edit reopen discard'],
    ['author', true, 'edit reopen'],
    ['member', true, ''],
    ['guest', true, ''],
  ] as const)('%s, closed %s: %s', (who, closed, may) => {
    const thread = { author_id: AUTHOR, closed_at: closed ? CLOSED_AT : null }
    const able = Object.entries(threadAbilities(thread, PEOPLE[who])).filter(([, yes]) => yes)
    expect(able.map(([name]) => name)).toEqual(may === '' ? [] : may.split(' '))
  })

  test.each([
    ['its writer', 2, 'member', false, false, 'edit remove reply'],
    ['an admin', 3, 'admin', false, false, 'remove reply'],
    ['another', 3, 'member', false, false, 'reply'],
    ['its writer, in a closed thread', 2, 'member', true, false, 'remove'],
    ['its writer, when it is deleted', 2, 'member', false, true, ''],
    ['an admin, when it is deleted', 3, 'admin', false, true, ''],
  ] as const)('with a comment: %s', (_, author_id, who, closed, deleted, may) => {
    const thread = { author_id: AUTHOR, closed_at: closed ? CLOSED_AT : null }
    const comment = { author_id, deleted_at: deleted ? CLOSED_AT : null }
    const able = Object.entries(commentAbilities(comment, thread, PEOPLE[who])).filter(([, yes]) => yes)
    expect(able.map(([name]) => name)).toEqual(may === '' ? [] : may.split(' '))
  })
})

test.each([
  ['@ben and @Cleo-2, @ben', ['ben', 'cleo-2']],
  ['(@dai) "@esi". @fin-', ['dai', 'esi', 'fin']],
  ['ben@mill.example https://x.example/@ben a_@ben @ @-x', []],
])('usernames in %j', (text, names) => {
  expect(usernamesIn(text)).toEqual(names)
})

describe('the items of a thread', () => {
  const spot = (id: number, facts: Partial<CommentSpot> = {}): CommentSpot => ({
    id,
    parent_id: null,
    author_id: 9,
    sequence_id: id,
    deleted: false,
    size: 10,
    ...facts,
  })
  const many = Array.from({ length: ITEMS_PER_PAGE + 1 }, (_, index) => spot(index + 1))

  test('are in order, replies below their comments, in pages', () => {
    const items = itemsOf([spot(1), spot(2, { parent_id: 1 }), spot(4)], [{ id: 7, sequence_id: 3, size: 0 }])
    expect(items.map((item) => `${item.is} ${item.id}`)).toEqual([
      'comment 1',
      'reply 2',
      'poll 7',
      'comment 4',
    ])
    const all = itemsOf(many, [])
    expect(pageOf(all, 2)).toMatchObject({ page: 2, pages: 2, items: [{ id: ITEMS_PER_PAGE + 1 }] })
    expect(pageOf(all, 0).page).toBe(1)
    expect(pageOf([], 5)).toEqual({ items: [], page: 1, pages: 1, replies_go_on: false })
    expect(pageWith(all, spot(ITEMS_PER_PAGE + 1))).toBe(2)
    expect(pageWith(all, spot(999, { parent_id: 1 }))).toBe(1)
  })

  test('are new when others wrote them after what was read, unless they were deleted', () => {
    const spots = [
      ...many,
      spot(60, { author_id: 2 }),
      spot(61, { deleted: true }),
      spot(62, { parent_id: 51 }),
    ]
    const items = itemsOf(spots, [])
    expect(newsFor({ user_id: 2, last_seen: null }, spots, items)).toEqual({ comment_ids: [], first: null })
    expect(newsFor({ user_id: 2, last_seen: 51 }, spots, items)).toEqual({
      comment_ids: [62],
      first: { id: 62, page: 2 },
    })
    expect(newsFor({ user_id: 2, last_seen: 62 }, spots, items)).toEqual({ comment_ids: [], first: null })
  })
})
