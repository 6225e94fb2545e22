import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { PROPOSAL } from '../../../test/proposal-form.ts'
import { makeThread } from '../../../test/tell.ts'
import { everyRowMade, keyOf, seen } from '../../../test/web.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'

let at: GroupWorld
let thread: string

const NEW = '/new-poll?group=mill-lane'
const XSS = '<script>alert("x")</script>'

beforeAll(async () => {
  at = await openGroupWorld()
  thread = await keyOf(at.world, 'discussions', await makeThread(at.world))
})

test('a meeting without a day says where to choose one, and what a day without a time means', async () => {
  const meeting = { ...PROPOSAL, poll_type: 'meeting' }
  for (const step of ['start', 'preview']) {
    const { statusCode, body } = await at.post('/new-poll', 'ben', { ...meeting, step })
    expect(statusCode).toBe(422)
    expect(body).toContain('<a href="#options">Times can’t be blank: choose at least one day')
    expect(body).toContain('A day without a time is proposed as a whole day.')
  }
})

describe('who may start a poll', () => {
  test.each(['outsider', 'stranger', 'gone', 'cleo'] as const)('%s: 404', async (who) => {
    const never = seen(await at.get(NEW.replace('mill-lane', 'null-kill'), who))
    expect(seen(await at.get(NEW, who))).toBe(never.replaceAll('null-kill', 'mill-lane'))
    expect((await at.post('/new-poll', who, PROPOSAL)).statusCode).toBe(404)
  })

  test('nor by a form of another site, nor in another group', async () => {
    const before = await everyRowMade(at.world)
    expect((await at.post('/new-poll', 'ben', PROPOSAL, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      403,
    )
    expect((await at.post('/new-poll', 'ben', { ...PROPOSAL, group: 'nobody' })).statusCode).toBe(404)
    for (const poll_type of ['constructor', 'toString', '__proto__'])
      expect((await at.post('/new-poll', 'ben', { ...PROPOSAL, poll_type })).statusCode).toBe(422)
    expect((await at.post('/new-poll', 'ben', { ...PROPOSAL, thread: 'Nothread' })).statusCode).toBe(404)
    expect((await at.get('/new-poll', 'ben')).statusCode).toBe(404)
    expect(await everyRowMade(at.world)).toEqual(before)
  })
})

describe('the form', () => {
  test('first asks for the type; each has a sentence and a picture', async () => {
    const { body } = await at.get(NEW, 'ben')
    for (const type of POLL_TYPE_NAMES)
      expect(body).toContain(`${NEW.replaceAll('&', '&amp;')}&amp;type=${type}`)
    expect(body.match(/<svg class="picture"/g)).toHaveLength(POLL_TYPE_NAMES.length)
  })

  test.each(POLL_TYPE_NAMES)('%s: has its fields, and reading it writes nothing', async (type) => {
    const before = await everyRowMade(at.world)
    const page = await at.get(`${NEW}&thread=${thread}&type=${type}`, 'ada')
    expect(page.statusCode).toBe(200)
    expect(page.headers['referrer-policy']).toBe('same-origin')
    expect(page.body).toContain('Germany Time')
    expect(page.body.includes('name="dots_per_person"')).toBe(type === 'dot_vote')
    expect(page.body.includes('name="max_score"')).toBe(type === 'score')
    expect(page.body.includes('name="days"')).toBe(type === 'meeting')
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test('keeps what was typed and says at each field how to fix it', async () => {
    const typed = {
      ...PROPOSAL,
      poll_type: 'score',
      title: ' ',
      details: XSS,
      options: `Slate\r\nslate\r\nSlate`,
      closing_at: '2001-01-01T10:00',
      min_score: '7',
      max_score: '3',
      recipient_emails: 'not an address',
      recipient_message: XSS,
    }
    for (const step of ['preview', 'start']) {
      const before = await everyRowMade(at.world)
      const page = await at.post('/new-poll', 'ben', { ...typed, step })
      expect(page.statusCode).toBe(422)
      const text = decoded(page.body)
      for (const words of [
        'Title can’t be blank.',
        'Options contain “Slate” more than once.',
        'Closing time must be in the future.',
        'Highest score: enter more than “Lowest score” (7).',
        'Addresses contain “not an address”, which is not an email address.',
        'value="2001-01-01T10:00"',
        'not an address</textarea>',
      ])
        expect(text).toContain(words)
      expect(page.body).not.toContain(XSS)
      const wrong = page.body.match(/<input id="option-\d"[^>]* aria-invalid="true"[^>]*>/g) ?? []
      expect(wrong.map((row) => /value="(\w*)"/.exec(row)?.[1])).toEqual(['Slate', 'Slate'])
      expect(page.body).toContain('aria-describedby="options-mend"')
      expect(await everyRowMade(at.world)).toEqual(before)
    }
  })

  test('errors are listed in the order of the page', async () => {
    const wrong = {
      ...{ ...PROPOSAL, poll_type: 'poll', title: '', options: 'A', quorum_pct: 'half' },
      ...{
        maximum_stance_choices: 'x',
        closing_at: 'soon',
        recipient_emails: '?',
        'thresholds[0][percent]': 'y',
      },
    }
    const { body } = await at.post('/new-poll', 'ben', wrong)
    const links = [...decoded(body).matchAll(/<li><a href="#([^"]+)">/g)].map(([, field]) => field)
    expect(links).toEqual([
      ...['title', 'closing_at', 'maximum_stance_choices', 'recipient_emails', 'quorum_pct'],
      ...['thresholds[0][option]', 'thresholds[0][percent]'],
    ])
  })

  test('sent unchanged, reports the missing title and options, and nothing else', async () => {
    const empty = { ...PROPOSAL, poll_type: 'poll', title: '', positions: [], maximum_stance_choices: '1' }
    const { body } = await at.post('/new-poll', 'ben', { ...empty, options: '' })
    const links = [...body.matchAll(/<li><a href="#([^"]+)">/g)].map(([, field]) => field)
    expect(links).toEqual(['title', 'options'])
    const more = await at.post('/new-poll', 'ben', { ...empty, options: 'A', maximum_stance_choices: '2' })
    expect(decoded(more.body)).toContain('At most: enter no more than the number of options (1)')
  })

  test.each([
    [
      { poll_type: 'poll', options: 'A\nB\nC', minimum_stance_choices: '3', maximum_stance_choices: '2' },
      'At least: enter no more than “At most” (2)',
    ],
    [
      { poll_type: 'ranked_choice', options: 'A\nB', minimum_stance_choices: '3' },
      'How many to rank: enter no more than the number of options (2)',
    ],
    [
      { poll_type: 'meeting', options: '', days: '' },
      'Times can’t be blank: choose at least one day in the calendar',
    ],
    [{ eligible: 'named' }, 'Who may vote can’t be empty: add people below'],
    [{ positions: [] }, 'Answers can’t be blank: tick at least one'],
  ])('%o: names the field alike above the form and beside it', async (typed, words) => {
    const before = await everyRowMade(at.world)
    for (const step of ['preview', 'start']) {
      const page = await at.post('/new-poll', 'ben', { ...PROPOSAL, ...typed, step })
      expect(page.statusCode).toBe(422)
      const text = decoded(page.body)
      const [, field] =
        new RegExp(`<li><a href="#(\\w+)">${words.replaceAll(/[()]/g, '\\$&')}</a>`).exec(text) ?? []
      expect(text).toContain(`<p class="mend" id="${field}-mend">${words}.</p>`)
      expect(text).toMatch(new RegExp(` id="${field}"`))
    }
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test('an option is never mistaken for a field, whatever its name', async () => {
    const options = 'min_score (7)\nmin_score (7)'
    const scores = { min_score: '7', max_score: '3' }
    const page = await at.post('/new-poll', 'ben', { ...PROPOSAL, poll_type: 'score', options, ...scores })
    expect(decoded(page.body)).toContain('Options contain “min_score (7)” more than once.')
  })

  test('unreadable values are reported too', async () => {
    const page = await at.post('/new-poll', 'ben', {
      ...PROPOSAL,
      poll_type: 'dot_vote',
      options: 'A',
      dots_per_person: 'many',
      closing_at: 'soon',
      eligible: 'some',
    })
    const text = decoded(page.body)
    expect(text).toContain('Dots per voter: enter a whole number.')
    expect(text).toContain('Closing time must be a date and time')
    expect(text).toContain('Who may vote must be one of all, named.')
    expect(text).toContain('value="many"')
  })
})
