import { describe, expect, test } from 'vitest'
import { faultWords } from '../../errors.ts'
import { checkOutcome, holdingOutcome, MAX_STATEMENT, reviewDue, settlesOnOption } from './outcome.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const TEXT = { statement: 'We do it.', poll_option_id: null, review_on: null }
const FACTS = { options: [{ id: 7 }], earlier: null, time_zone: 'Europe/Berlin', now: NOW }

describe('problems of a new outcome', () => {
  test.each([
    [TEXT, []],
    [{ ...TEXT, poll_option_id: 7, review_on: '2026-11-22' }, []],
    [{ ...TEXT, statement: ' \n' }, ["statement can't be blank"]],
    [{ ...TEXT, poll_option_id: 8 }, ['poll_option_id must be an option of this poll']],
    [{ ...TEXT, review_on: '2026-11-21' }, ['review_on must be in the future']],
    [{ ...TEXT, review_on: '2027-02-30' }, ['review_on must be a date, such as 2027-03-01']],
    [{ ...TEXT, review_on: 'soon' }, ['review_on must be a date, such as 2027-03-01']],
    [{ ...TEXT, review_on: '12027-01-01' }, ['review_on must be a date, such as 2027-03-01']],
    [
      { statement: '', poll_option_id: 0, review_on: '1999-01-01' },
      [
        "statement can't be blank",
        'poll_option_id must be an option of this poll',
        'review_on must be in the future',
      ],
    ],
  ])('%j: %j', (text, problems) => {
    expect(checkOutcome(text, FACTS).map((problem) => `${problem.field} ${faultWords(problem)}`)).toEqual(
      problems,
    )
  })

  test('has an end', () => {
    const statement = 'x'.repeat(MAX_STATEMENT + 1)
    expect(checkOutcome({ ...TEXT, statement }, FACTS)).toMatchObject([{ field: 'statement' }])
    expect(checkOutcome({ ...TEXT, statement: statement.slice(1) }, FACTS)).toEqual([])
  })

  test('may keep a day that has passed since, but not set another past day', () => {
    const earlier = { ...TEXT, review_on: '2026-01-01' }
    expect(checkOutcome({ ...TEXT, review_on: '2026-01-01' }, { ...FACTS, earlier })).toEqual([])
    expect(checkOutcome({ ...TEXT, review_on: '2026-01-02' }, { ...FACTS, earlier })).toHaveLength(1)
  })
})

test("the day of review starts in the morning of the author's time zone", () => {
  expect(reviewDue('2027-01-31', 'Europe/Berlin')?.toISOString()).toBe('2027-01-31T07:00:00.000Z')
  expect(reviewDue('2027-01-31', 'Nowhere/Known')?.toISOString()).toBe('2027-01-31T08:00:00.000Z')
})

test('an outcome is valid for the closing it is about, and not while voting is open again', () => {
  const closed = { opened_at: NOW, closing_at: NOW, closed_at: null }
  const outcome = { created_at: NOW, withdrawn_at: null }
  expect(holdingOutcome(outcome, closed, NOW)).toBe(outcome)
  expect(holdingOutcome(null, closed, NOW)).toBeNull()
  expect(holdingOutcome({ ...outcome, withdrawn_at: NOW }, closed, NOW)).toBeNull()
  const later = new Date(NOW.getTime() + 1)
  expect(holdingOutcome(outcome, { ...closed, closing_at: later }, NOW)).toBeNull()
  expect(holdingOutcome(outcome, { ...closed, closed_at: later }, later)).toBeNull()
})

test('an outcome chooses an option in types whose options are not positions or answers', () => {
  expect(['proposal', 'count'].map((type) => settlesOnOption(type as 'count'))).toEqual([false, false])
  expect(['poll', 'meeting', 'dot_vote'].map((type) => settlesOnOption(type as 'poll'))).toEqual([
    true,
    true,
    true,
  ])
})
