import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

const SHARED = {
  group: 'mill-lane',
  poll_type: 'dot_vote',
  title: 'The money',
  options: ['Bench', 'Trees', 'Racks'],
  count_method: 'equal_shares',
  budget: '900',
  closing_at: '2031-01-31T18:00',
  eligible: 'all',
  hide_results: 'off',
  tell: 'nobody',
}

const words = (body: string) => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('an open poll whose options have costs offers no form to add others', async () => {
  const made = await at.post('/new-poll', 'ben', {
    ...SHARED,
    option_costs: ['300', '400', '500'],
    step: 'start',
  })
  const path = String(made.headers.location).replace(/\?.*/, '')
  expect(path).toMatch(/^\/p\/\w+$/)
  expect((await at.get(path, 'ben')).body).not.toContain(`${path}/options`)
  expect((await at.get(`${path}/options`, 'ben')).statusCode).toBe(403)
})

describe('a cost that is no number', () => {
  test('is named with its option, beside those that are missing, and its field is marked', async () => {
    const { body, statusCode } = await at.post('/new-poll', 'ben', {
      ...SHARED,
      option_costs: ['300', 'abc', ''],
      step: 'start',
    })
    expect(statusCode).toBe(422)
    const unread = 'Costs: enter a whole number above 0 for “Trees”, such as 3500.'
    const missing = 'Costs must include a cost for “Racks”.'
    const said = [...body.matchAll(/<p class="mend" id="(option_costs[^"]*)">(.*?)<\/p>/g)]
    expect(said.map(([, id, text]) => [id, text])).toEqual([
      ['option_costs-2-mend', unread],
      ['option_costs-3-mend', missing],
    ])
    // The summary leads to the first one.
    expect(body).toMatch(/<li id="option_costs"><input id="option-2"/)
    expect(body).toMatch(/value="abc"[^>]*aria-invalid="true" aria-describedby="option_costs-2-mend"/)
    expect(body).toMatch(/<input id="option_costs-1"[^>]*value="300"(?![^>]*aria-invalid)/)
    expect(body.match(/name="option_costs"[^>]*aria-invalid="true"/g)).toHaveLength(2)
  })

  test('is no cost in the preview', async () => {
    const { body } = await at.post('/new-poll', 'ben', {
      ...SHARED,
      option_costs: ['300', 'abc', '0'],
      step: 'check',
    })
    expect(body).toContain('Cost: 300')
    expect(body).not.toContain('NaN')
  })
})

test.each(['check', 'start'])(
  'a cost without a name marks the missing name, and no cost (%s)',
  async (step) => {
    const typed = { options: ['Roof', 'Path', ''], option_costs: ['400', '300', '5'], step }
    const { body } = await at.post('/new-poll', 'ben', { ...SHARED, ...typed })
    expect(words(body)).toContain('Options can’t contain a blank name')
    expect(words(body)).not.toContain('must include a cost')
    const marked = [...body.matchAll(/<input id="(option[^"]*)"[^>]*aria-invalid="true"/g)].map(
      ([, id]) => id,
    )
    expect(marked).toEqual(['option-3'])
  },
)

test('a budget and costs are read as people write money, and a broken amount says what to write', async () => {
  const money = { ...SHARED, budget: '€10,000', option_costs: ['3 500', '$400', "1'000"], step: 'check' }
  const { body } = await at.post('/new-poll', 'ben', money)
  expect(words(body)).toContain('Cost: 3,500')
  const broken = await at.post('/new-poll', 'ben', { ...money, budget: '3.5', step: 'start' })
  expect(broken.statusCode).toBe(422)
  expect(words(broken.body)).toContain('enter a whole number, such as 10000')
})

test('the preview says what dots do', async () => {
  const costs = { option_costs: ['300', '200', '100'], step: 'check' }
  const { body } = await at.post('/new-poll', 'ben', { ...SHARED, ...costs })
  expect(words(body)).toContain('The budget of 900 is shared equally among the voters')
  const plain = { ...SHARED, ...costs, count_method: 'sum' }
  expect(words((await at.post('/new-poll', 'ben', plain)).body)).not.toContain('shared equally')
})
