import { describe, expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'

const at = await openGroupWorld()

const MEETING = {
  group: 'mill-lane',
  title: 'When do we meet?',
  poll_type: 'meeting',
  closing_at: '2098-11-30T18:00',
  days: ['2098-12-08', '2098-12-09'],
  hour_days: ['2098-12-08'],
  hours: ['10:00'],
}

/** The form with a condition on this option. */
const about = (option: string, step: string) =>
  at.post('/new-poll', 'ada', {
    ...MEETING,
    step,
    'thresholds[0][option]': option,
    'thresholds[0][at]': 'least',
    'thresholds[0][of]': 'cast',
    'thresholds[0][percent]': '50',
  })

const LABEL = 'Monday 8\u00a0December 2098, 10:00'

describe('a condition on a time of a new meeting poll', () => {
  test('is chosen from the times that the form proposes', async () => {
    const body = decoded((await about('', 'check')).body)
    expect(body).toContain(
      `<datalist id="closing-times"><option value="${LABEL}"></option><option value="Tuesday 9\u00a0December 2098"></option></datalist>`,
    )
    expect(body).toMatch(/<input id="thresholds\[0\]\[option\]"[^>]* list="closing-times"/)
  })

  test.each([
    LABEL,
    'Monday 8 December 2098, 10:00',
    'monday 8 december 2098,  10:00',
    '2098-12-08 10:00',
    '2098-12-08T10:00',
    '2098-12-08T09:00:00Z',
  ])('can be typed as “%s”, in the zone of the form', async (option) => {
    const { statusCode, body } = await about(option, 'preview')
    expect([statusCode, decoded(body)]).toEqual([200, expect.stringContaining('10:00 (Germany Time)')])
    expect((await about(option, 'start')).statusCode).toBe(303)
  })

  test('may be on a whole day', async () => {
    expect((await about('2098-12-09', 'preview')).statusCode).toBe(200)
    expect((await about('Tuesday 9 December 2098', 'preview')).statusCode).toBe(200)
  })

  test.each(['2098-12-08 11:00', 'on Monday'])('is refused if nobody proposes “%s”', async (option) => {
    const { statusCode, body } = await about(option, 'start')
    expect([statusCode, saidIn(body), invalidIn(body)]).toEqual([
      422,
      ['Condition 1, Option must be an option of this poll'],
      ['thresholds[0][option]'],
    ])
    expect(body).toContain(`value="${option}"`)
  })
})

/** The summary of what is wrong. */
const saidIn = (body: string) =>
  [...decoded(body).matchAll(/<li><a href="#[^"]*">([^<]*)<\/a><\/li>/g)].map(([, words]) => words)

/** The marked fields. */
const invalidIn = (body: string) =>
  [...body.matchAll(/<input id="([^"]*)"[^>]* aria-invalid="true"/g)].map(([, name]) => name)

describe('a condition without one of the options is refused at its own field', () => {
  const CONDITION = { at: 'least', of: 'cast', percent: '50' }
  const send = (type: Record<string, string>, typed: string[], step = 'start') => {
    const conditions = typed.flatMap((option, place) =>
      Object.entries({ option, ...CONDITION }).map(([part, value]) => [
        `thresholds[${place}][${part}]`,
        value,
      ]),
    )
    return at.post('/new-poll', 'ada', { ...MEETING, ...type, ...Object.fromEntries(conditions), step })
  }
  const TREES = { poll_type: 'poll', options: 'Oak\r\nAsh' }

  test.each([
    ['poll', TREES],
    ['count', { poll_type: 'count' }],
    ['meeting', {}],
  ])('left empty, of the type %s', async (_, type) => {
    for (const step of ['start', 'preview']) {
      const { statusCode, body } = await send(type, [''], step)
      expect([statusCode, saidIn(body), invalidIn(body)]).toEqual([
        422,
        ['Condition 1, Option can’t be blank'],
        ['thresholds[0][option]'],
      ])
    }
  })

  test('the second of two', async () => {
    const { body } = await send(TREES, ['Oak', 'Elm'])
    expect(saidIn(body)).toEqual(['Condition 2, Option must be an option of this poll'])
    expect(invalidIn(body)).toEqual(['thresholds[1][option]'])
  })

  test('the second, if the first has no percentage', async () => {
    const { body } = await at.post('/new-poll', 'ada', {
      ...MEETING,
      ...TREES,
      'thresholds[0][option]': '',
      'thresholds[0][percent]': '',
      'thresholds[1][option]': '',
      'thresholds[1][percent]': '50',
      step: 'start',
    })
    expect(saidIn(body)).toEqual(['Condition 2, Option can’t be blank'])
  })

  test.each([
    ['times', {}],
    ['texts', TREES],
  ])('both, once each, of %s', async (_, type) => {
    for (const [option, words] of [
      ['', 'can’t be blank'],
      ['Thursday 18:30', 'must be an option of this poll'],
    ] as const) {
      const { body } = await send(type, [option, option])
      expect(saidIn(body)).toEqual([1, 2].map((number) => `Condition ${number}, Option ${words}`))
    }
  })
})

describe('a condition on an answer of a new head count', () => {
  const COUNT = {
    group: 'mill-lane',
    title: 'Who comes?',
    poll_type: 'count',
    closing_at: '2098-11-30T18:00',
  }
  const count = (option: string, { step, language = 'en' }: { step: string; language?: string }) =>
    at.post(
      '/new-poll',
      'ada',
      {
        ...COUNT,
        step,
        options: ANSWERS[language] ?? [],
        'thresholds[0][option]': option,
        'thresholds[0][percent]': '50',
        'thresholds[0][at]': 'least',
        'thresholds[0][of]': 'cast',
      },
      { ...SAME_ORIGIN, 'accept-language': language },
    )
  const ANSWERS: Record<string, string[]> = { en: ['Accept', 'Decline'], es: ['Participo', 'No participo'] }
  const FIELD = /<input id="thresholds\[0\]\[option\]"[^>]* value="([^"]*)"/

  test.each([
    ['Accept', 'en'],
    ['Accept ', 'en'],
    ['accept', 'en'],
    ['ACCEPT', 'en'],
    ['Participo', 'es'],
    ['PARTICIPO', 'es'],
    ['participo', 'es'],
    ['accept', 'es'],
  ])('names it “%s”, in the language %s', async (option, language) => {
    expect((await count(option, { step: 'start', language })).statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query('select thresholds from polls order by id desc limit 1')
    expect(rows[0]?.thresholds).toMatchObject([{ option: 'accept' }])
  })

  test('is shown with the word that its row has', async () => {
    const { body } = await count('accept', { step: 'check' })
    expect(FIELD.exec(body)?.[1]).toBe('Accept')
    const { headers } = await count('Accept', { step: 'start' })
    const key = /\/p\/(\w+)/.exec(String(headers.location))?.[1]
    const again = await at.get(`/new-poll?group=mill-lane&again=${key}`, 'ada', { 'accept-language': 'es' })
    expect(FIELD.exec(again.body)?.[1]).toBe('Participo')
  })

  test.each(['Accept', 'ACCEPT'])(
    'a second option “%s” is refused, by the word of the answer',
    async (word) => {
      const options = ['Accept', 'Decline', word]
      const twice = await at.post('/new-poll', 'ada', { ...COUNT, step: 'start', options })
      expect([twice.statusCode, decoded(twice.body)]).toEqual([
        422,
        expect.stringContaining('Options contain “Accept” more than once.'),
      ])
      expect(twice.body.match(/name="options"[^>]*aria-invalid="true"/g)).toHaveLength(2)
    },
  )
})
