import { describe, expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { everyRowMade } from '../../../test/web.ts'
import { problem } from '../../errors.ts'
import { OFFERED } from '../../locales/languages.ts'
import { inLanguage } from '../../locales/say.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'
import { pageOf } from '../ballots/index.ts'
import { faultOf } from '../words/fault-words.ts'
import { TYPED_NAMES } from './poll-form.ts'
import { labelsOf } from './poll-labels.ts'

const at = await openGroupWorld({ SMTP_URL: 'smtp://localhost' })

const POLL = {
  group: 'mill-lane',
  poll_type: 'poll',
  title: 'Which roof?',
  options: ['Slate', 'Tile'],
  closing_at: '2031-01-31T18:00',
}
const text = (body: string) => decoded(body.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')

/** What the API refuses, and the sentence at its field. */
const REFUSED: [string, string, { [field: string]: unknown }, string][] = [
  ['receipts in a named poll', 'receipts', { receipts: true }, 'Receipts are only for anonymous polls'],
  [
    'an open link in an anonymous poll',
    'open_link',
    { open_link: true, anonymous: true },
    'Voting by link can’t be combined with an anonymous poll',
  ],
  [
    'options added by voters with receipts',
    'voter_can_add_options',
    { anonymous: true, receipts: true, voter_can_add_options: true },
    'Options added by voters can’t be combined with receipts',
  ],
  [
    'required reasons in an anonymous poll',
    'stance_reason_required',
    { anonymous: true, stance_reason_required: 'required' },
    'Reasons can’t be required in an anonymous poll',
  ],
]

describe.each(REFUSED)('%s', (_, field, settings, words) => {
  test.each(['start', 'preview'])('is refused at its field, and nothing is made (%s)', async (step) => {
    const before = await everyRowMade(at.world)
    const { statusCode, body } = await at.post('/new-poll', 'ben', { ...POLL, ...settings, step })
    expect(statusCode).toBe(422)
    expect(decoded(body)).toContain(`<a href="#${field}">${words}`)
    expect(text(body).split(words)).toHaveLength(3)
    expect(body).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`))
    expect(body).toContain('<details class="drawer" open')
    expect(await everyRowMade(at.world)).toEqual(before)
  })
})

test('a cost of an option without a name is not dropped', async () => {
  const shared = { ...POLL, poll_type: 'dot_vote', count_method: 'equal_shares', budget: '900' }
  const typed = { ...shared, options: ['Bench', ''], option_costs: ['300', '200'], step: 'start' }
  const { statusCode, body } = await at.post('/new-poll', 'ben', typed)
  expect([statusCode, text(body)]).toEqual([
    422,
    expect.stringContaining('Options can’t contain a blank name'),
  ])
})

describe('every problem with a field', () => {
  test.each(POLL_TYPE_NAMES)('links to the field, in the form of a %s', async (type) => {
    const { body } = await at.get(`/new-poll?group=mill-lane&type=${type}`, 'ben')
    // Of costs, the wrong ones have it.
    const shown = TYPED_NAMES.filter((name) => name !== 'option_costs' && body.includes(`name="${name}"`))
    expect(shown.length).toBeGreaterThan(15)
    for (const name of Object.keys(inLanguage('en', () => labelsOf(type))).filter((one) =>
      shown.includes(one),
    ))
      expect(body, name).toContain(`id="${name}"`)
  })

  test.each(OFFERED)('has a name in the language %s', async (code) => {
    for (const type of POLL_TYPE_NAMES)
      inLanguage(code, () => {
        const own = pageOf(type).form.fields
        const others = new Set(POLL_TYPE_NAMES.flatMap((one) => pageOf(one).form.fields))
        const labels = labelsOf(type)
        for (const field of TYPED_NAMES.filter(
          (one) => !PARTS.has(one) && (own.includes(one) || !others.has(one)),
        )) {
          const label = labels[field] ?? ''
          expect([label.length > 0, label.includes('_')], field).toEqual([true, false])
          const line = faultOf(label, problem(field, 'given_twice'))
          expect(line, field).toBe(line.replace(/^./u, (first) => first.toLocaleUpperCase(code)))
        }
      })
  })
})

/** Days and hours are the options of a meeting, and their problems are at those. */
const PARTS = new Set(['days', 'hour_days', 'hours', 'hour_for_all', 'month'])
