import { describe, expect, test } from 'vitest'
import {
  Conflict,
  clipped,
  Declined,
  firstFew,
  Invalid,
  MOST_NAMED,
  NotFound,
  type Problem,
  problem,
  sentence,
} from './errors.ts'

const problems = (count: number, field = 'options'): Problem[] =>
  Array.from({ length: count }, (_, at) => problem(field, 'option_twice', { text: `${at}` }))

test('a problem that two checks find is told once', () => {
  const { problems: all } = new Invalid([...problems(2), ...problems(2), ...problems(1, 'emails')])
  expect(all).toEqual([...problems(2), ...problems(1, 'emails')])
})

describe('problems with a list', () => {
  test('are complete, up to a hundred items', () => {
    const { problems: all } = new Invalid(problems(MOST_NAMED))
    expect([all.length, all.at(-1)?.params]).toEqual([100, { text: '99' }])
  })

  test('beyond a hundred items are counted, for each field separately', () => {
    const { problems: all, message } = new Invalid([...problems(5_000), ...problems(101, 'emails')])
    expect(all.map(({ field }) => field).filter((field) => field === 'options')).toHaveLength(101)
    expect(all.slice(-2)).toEqual([
      { field: 'options', code: 'more', params: { count: 4_900 } },
      { field: 'emails', code: 'more', params: { count: 1 } },
    ])
    expect(message).toContain('Options contain "99" more than once; ')
    expect(message.endsWith('Options have 4900 more problems; Emails have 1 more problem')).toBe(true)
  })

  test('that were already counted are not counted again', () => {
    const { problems: all } = new Invalid([
      ...problems(100, 'emails'),
      problem('emails', 'more_without_address', { count: 7 }),
    ])
    expect(all.at(-1)?.params).toEqual({ count: 7 })
    expect(all).toHaveLength(101)
  })
})

test('a list in a sentence names a hundred items', () => {
  const ids = Array.from({ length: 103 }, (_, at) => String(at))
  const told = (list: string[]) => {
    const { few, more } = firstFew(list)
    return sentence(problem('user_ids', 'no_members_or_guests', { list: few, more }))
  }
  expect(told(ids)).toMatch(/^User ids contain 0, 1, .* 99 and 3 more, not members of the group/)
  expect(told(ids.slice(0, 2))).toMatch(/^User ids contain 0, 1, not members of the group/)
})

test('an input is shortened but recognizable, and no character is split', () => {
  expect(clipped('short')).toBe('short')
  expect(clipped('x'.repeat(1_000_000))).toBe(`${'x'.repeat(80)}…`)
  expect(clipped(`${'x'.repeat(79)}\u{1F30D}y`).isWellFormed()).toBe(true)
})

test('a problem in a list of records names the item, and in it the part', () => {
  const parts = [problem('of', 'not_one_of', { list: ['cast', 'eligible'] }), problem('at', 'blank')]
  const found: Problem = {
    field: 'thresholds',
    code: 'items',
    params: {
      items: [
        { item: 2, fault: { code: 'parts', params: { parts, known: ['option', 'of'] } } },
        { item: 1_200, fault: { code: 'no_text', params: {} } },
      ],
    },
  }
  expect(sentence(found)).toBe(
    "Thresholds item 2 of must be one of cast, eligible, at can't be blank, may only have the fields option, of, item 1200 must be text",
  )
})

describe('a refusal', () => {
  test('has its kind from its reason, and a sentence for logs', () => {
    const refusal = new Conflict('poll_closed.closed_at', { at: new Date('2027-01-31T18:00:00Z') })
    expect(refusal).toMatchObject({ code: 'poll_closed', allowance: null })
    expect(refusal.message).toBe('This poll closed at 2027-01-31T18:00:00.000Z.')
    expect(String(refusal.stack)).toContain('errors.test')
    expect(new NotFound().message).toMatch(/^This record does not exist/)
  })

  test('shows instants as the door formats them', () => {
    const refusal = new Conflict('poll_closed.closed_at', { at: new Date('2027-01-31T18:00:00Z') })
    expect(refusal.wordsFor({ instant: () => 'six' })).toBe('This poll closed at six.')
  })

  test('says whether its sentence adds to the title of its kind', () => {
    expect(new Declined('poll_sealed.itself').saysTitleOnly).toBe(true)
    expect(new Declined('poll_sealed.page').saysTitleOnly).toBe(false)
  })
})
