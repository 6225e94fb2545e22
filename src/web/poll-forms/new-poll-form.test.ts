import { describe, expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { everyRowMade, SAME_ORIGIN } from '../../../test/web.ts'

const at = await openGroupWorld({ SMTP_URL: 'smtp://localhost' })

const NEW = '/new-poll?group=mill-lane'
const FILLED = {
  group: 'mill-lane',
  title: 'We buy a second bike shed',
  closing_at: '2031-01-31T18:00',
  step: 'start',
}
const PROPOSAL = {
  ...FILLED,
  poll_type: 'proposal',
  positions: ['agree', 'abstain', 'disagree', 'block'],
  tell: 'voters',
}
const XSS = '<script>alert("x")</script>'

describe('the buttons of the form', () => {
  const POLL = { ...FILLED, poll_type: 'poll', options: ['Slate', 'Tile'] }
  const optionsIn = (body: string) =>
    [...body.matchAll(/name="options" value(?:="([^"]*)")?/g)].map(([, value = '']) => value)

  test('change the option rows, keep everything else, and create nothing', async () => {
    const before = await everyRowMade(at.world)
    for (const [step, rows] of [
      ['rows-add', ['Slate', 'Tile', '']],
      ['rows-move-2-1', ['Tile', 'Slate', '']],
      ['rows-remove-1', ['Tile', '', '']],
    ] as const) {
      const page = await at.post('/new-poll', 'ben', { ...POLL, step })
      expect([page.statusCode, optionsIn(page.body)]).toEqual([200, rows])
      expect(page.body).toContain('value="We buy a second bike shed"')
      expect(page.body).not.toContain('role="alert"')
      expect(page.body.match(/autofocus/g)).toHaveLength(1)
    }
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test('the answers of a count are in the reader’s language, and stored by their names', async () => {
    const german = { 'accept-language': 'de' }
    const form = await at.get(`${NEW}&type=count`, 'ben', german)
    expect(optionsIn(form.body)).toEqual(['Zusage', 'Absage'])
    const typed = { ...FILLED, poll_type: 'count', options: ['Zusage', 'Vielleicht', 'Absage'] }
    const { statusCode } = await at.post('/new-poll', 'ben', typed, { ...SAME_ORIGIN, ...german })
    expect(statusCode).toBe(303)
    const { rows } = await at.world.db.pool.query(
      'select name from poll_options where poll_id = (select max(id) from polls) order by priority, slot',
    )
    expect(rows.map(({ name }) => name)).toEqual(['accept', 'Vielleicht', 'decline'])
  })

  test('a form shows its errors and the resulting plan while it is filled in', async () => {
    const before = await everyRowMade(at.world)
    const typed = { ...POLL, title: '', step: 'check', anonymous: 'true', eligible: 'named' }
    const { statusCode, body } = await at.post('/new-poll', 'ben', typed)
    expect(statusCode).toBe(200)
    const text = decoded(body)
    expect(text).toContain('Title can’t be blank.')
    // Only who may vote, and what differs from an empty form.
    const empty = (await at.get(`${NEW}&type=poll`, 'ada')).body
    expect(empty).toContain('>Everyone in the group may vote<')
    const headings = [...empty.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, words]) => words)
    const groups = ['Ballot', 'Voters and emails', 'Secrecy', 'Results', 'Reminder and tags']
    expect(headings.slice(0, groups.length)).toEqual(groups)
    expect(text).toContain('0 people may vote · anonymous · results when voting has closed')
    expect(text).toContain('<bdi>Slate</bdi></span></li><li><span><bdi>Tile</bdi>')
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test.each([
    [{ poll_type: 'poll', maximum_stance_choices: '2' }, 'at most 2 options'],
    [{ poll_type: 'dot_vote', dots_per_person: '3' }, '3 dots per voter'],
    [{ poll_type: 'poll', minimum_stance_choices: '2' }, 'at least 2 options'],
    [{ poll_type: 'score', max_score: '9' }, 'scores from 0 to 9'],
    [{ poll_type: 'count', agree_target: '12' }, '12 people needed'],
    [{ poll_type: 'meeting', only_yes_no: 'true' }, 'only “Yes” and “No”'],
    [{ poll_type: 'poll', shuffle_options: 'true' }, 'a different order for each voter'],
    [{ poll_type: 'poll', voter_can_add_options: 'true' }, 'voters may add options'],
    [{ poll_type: 'poll', tell: 'nobody' }, 'no email now'],
    [{ poll_type: 'poll', tell: 'named', recipient_emails: 'a@b.example, c@b.example' }, '2 people named'],
    [{ poll_type: 'poll', tell: 'named' }, 'email only to the people named'],
    [{ poll_type: 'poll', recipient_message: 'Hello' }, 'with a message'],
    [{ poll_type: 'poll', tags: 'Roof, Money' }, '#Roof · #Money'],
  ])('the line of the settings names %j', async (limits, words) => {
    const page = await at.post('/new-poll', 'ben', { ...POLL, ...limits, step: 'check' })
    expect(/id="settings-line">([^<]*)/.exec(page.body)?.[1]).toContain(words)
  })

  describe('the questions about a method', () => {
    const RANKED = { ...POLL, poll_type: 'ranked_choice', count_method: 'points', step: 'propose-count' }
    const seatsIn = (html: string) => /<input[^>]*name="seats"[^>]* value="([^"]*)"/.exec(html)?.[1]
    const asked = async (fields: Record<string, string>) => {
      const { body } = await at.post('/new-poll', 'ben', { ...RANKED, ...fields })
      return { seats: seatsIn(body), text: decoded(body) }
    }

    test.each(['1', '', '0'])(
      'propose two seats to those who want several, for the typed “%s”',
      async (seats) => {
        for (const ask_minorities of ['share', 'majority']) {
          const shown = await asked({ ask_winners: 'several', ask_minorities, seats })
          expect(shown.seats).toBe('2')
          expect(shown.text).toContain('“How many options are elected” below is now 2. Change it')
        }
      },
    )

    test('keep several seats that were typed, and propose one again for one winner', async () => {
      const typed = await asked({ ask_winners: 'several', seats: '3' })
      expect([typed.seats, typed.text.includes('below is now')]).toEqual(['3', false])
      const one = await asked({ ask_winners: 'one', seats: '2' })
      expect(one.seats).toBe('1')
      expect(one.text).toContain('“How many options are elected” below is now 1.')
      const still = await asked({ ask_winners: 'one', seats: '1' })
      expect(still.text).not.toContain('below is now')
    })

    test('lead to another type of poll, and say where it takes the number of several winners', async () => {
      const few = { ask_minorities: 'majority', ask_knowledge: 'few' }
      const several = await asked({ ...few, ask_winners: 'several' })
      expect(several.text).toContain('the options with the most votes win. Enter there under “How many')
      const one = await asked({ ...few, ask_winners: 'one' })
      expect(one.text).toContain('and the option with the most votes wins.')
    })
  })

  test('the line of the settings names the seats of a transferable vote, also when it is one', async () => {
    const line = async (count_method: string) => {
      const ranked = { ...POLL, poll_type: 'ranked_choice', count_method, seats: '1', step: 'check' }
      return /id="settings-line">([^<]*)/.exec((await at.post('/new-poll', 'ben', ranked)).body)?.[1]
    }
    expect(await line('stv_scottish')).toContain('Single transferable vote (Scottish) · 1 seat')
    expect(await line('irv')).not.toContain('seat')
  })

  test('costs have a visible label, and the preview shows them and the budget', async () => {
    const dots = {
      ...FILLED,
      poll_type: 'dot_vote',
      options: ['Bench', 'Trees'],
      option_costs: ['300', '500'],
    }
    const shares = { ...dots, count_method: 'equal_shares', budget: '900', step: 'check' }
    const { body } = await at.post('/new-poll', 'ben', shares)
    expect(body.match(/<label class="with-costs">Cost<input/g)).toHaveLength(3)
    expect(body).toContain('<p>Budget: 900</p>')
    expect(body).toContain('<span class="remark">Cost: 300</span>')
    const { body: sums } = await at.post('/new-poll', 'ben', { ...shares, count_method: 'sum' })
    expect(sums).not.toContain('<p>Budget')
  })

  test('a list that is far too long does not make the page just as long', async () => {
    const options = Array.from({ length: 20_000 }, (_, place) => `${place}`).join('\n')
    const { statusCode, body } = await at.post('/new-poll', 'ben', { ...POLL, options })
    expect(statusCode).toBe(422)
    expect(optionsIn(body)).toHaveLength(201)
  })
})

describe('descriptions of options', () => {
  const POLL = { ...FILLED, poll_type: 'poll', options: ['Slate', '', 'Tile'] }
  const LONG = { ...POLL, option_meanings: ['x'.repeat(501), '', ''] }

  test('are stored with their options, and shown on the ballot and on the edit page', async () => {
    const option_meanings = ['Lasts <a> hundred years.\r\nHeavy.', '', '']
    const preview = await at.post('/new-poll', 'ben', { ...POLL, option_meanings, step: 'preview' })
    expect(preview.body).toContain('Lasts &lt;a> hundred years.\nHeavy.</span>')
    const { headers } = await at.post('/new-poll', 'ben', { ...POLL, option_meanings })
    const { rows } = await at.world.db.pool.query(
      `select name, meaning from poll_options
       where poll_id = (select max(id) from polls) order by slot`,
    )
    expect(rows).toEqual([
      { name: 'Slate', meaning: 'Lasts <a> hundred years.\nHeavy.' },
      { name: 'Tile', meaning: null },
    ])
    const [path = ''] = String(headers.location).split('?')
    expect((await at.get(path, 'ben')).body).toContain('Lasts &lt;a> hundred years.')
    const form = (await at.get(`${path}/edit`, 'ben')).body
    expect(form).toMatch(/name="option_meanings-1"[^>]*>Lasts/)
    const edit = { title: 'A roof', closing_at: FILLED.closing_at, hide_results: 'off' }
    const typed = { ...edit, 'option_meanings-1': '', 'option_meanings-2': 'Cheap.' }
    expect((await at.post(`${path}/edit`, 'ben', typed)).statusCode).toBe(303)
    const page = (await at.get(path, 'ben')).body
    expect(page).toContain('Cheap.')
    expect(page).not.toContain('hundred years')
    const long = await at.post(`${path}/edit`, 'ben', { ...typed, 'option_meanings-2': 'x'.repeat(501) })
    expect([long.statusCode, decoded(long.body)]).toEqual([
      422,
      expect.stringContaining('one that is too long, for “Tile” (at most 500'),
    ])
    expect(long.body).toMatch(/name="option_meanings-2"[^>]*aria-invalid="true"/)
    expect(long.body).not.toMatch(/name="option_meanings-1"[^>]*aria-invalid/)
    expect(decoded(long.body).split('for “Tile” (at most 500')).toHaveLength(3)
  })

  test('are refused if they are too long, or have no option', async () => {
    const long = await at.post('/new-poll', 'ben', LONG)
    expect(long.statusCode).toBe(422)
    expect(decoded(long.body)).toContain(
      '<a href="#option_meanings">Descriptions of options contain one that is too long, for “Slate”',
    )
    expect(long.body).toContain(`>${'x'.repeat(501)}</textarea>`)
    const none = await at.post('/new-poll', 'ben', { ...POLL, option_meanings: ['', 'Lasts', ''] })
    expect(none.statusCode).toBe(422)
    expect(decoded(none.body)).toContain('Options can’t contain a blank name')
  })
})

test('the way to another kind of poll follows what this kind is for, in the same paragraph', async () => {
  for (const type of ['proposal', 'dot_vote'])
    expect((await at.get(`${NEW}&type=${type}`, 'ben')).body).toMatch(
      /<p>[^<]+ <button class="link"[^>]*value="another">/,
    )
})

describe('the preview', () => {
  test.each([
    [{ poll_type: 'poll', minimum_stance_choices: '2', maximum_stance_choices: '3' }, true],
    [{ poll_type: 'poll', minimum_stance_choices: '5', maximum_stance_choices: '1' }, false],
    [{ poll_type: 'poll', minimum_stance_choices: '5' }, false],
    [{ poll_type: 'poll', maximum_stance_choices: '0' }, false],
    [{ poll_type: 'score', min_score: '1', max_score: '5' }, true],
    [{ poll_type: 'score', min_score: '5', max_score: '5' }, false],
    [{ poll_type: 'score', min_score: '6', max_score: '5' }, false],
    [{ poll_type: 'ranked_choice', count_method: 'points', minimum_stance_choices: '5' }, false],
    [{ poll_type: 'dot_vote', dots_per_person: '0' }, false],
  ])('of %j tells what each voter does: %s', async (limits, told) => {
    const options = ['Slate', 'Tile', 'Thatch', 'Turf']
    const { body } = await at.post('/new-poll', 'ben', { ...FILLED, ...limits, options, step: 'check' })
    const [, preview = ''] = body.split('aria-label="The poll"')
    expect(preview).toContain('<bdi>Turf</bdi>')
    expect(preview.includes('Each voter ')).toBe(told)
    expect(body.includes('class="mend"')).toBe(!told)
  })

  test('shows the poll and how many people get a mail, and creates nothing', async () => {
    const before = await everyRowMade(at.world)
    const page = await at.post('/new-poll', 'ada', {
      ...PROPOSAL,
      step: 'preview',
      details: `**Eleven** bikes ${XSS}`,
      recipient_emails: 'ben@mill.example, Neu@else.example\nsam@else.example',
    })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<strong>Eleven</strong>')
    expect(page.body).not.toContain('<script>')
    expect(page.body).toContain('6 people, and everyone who joins')
    expect(page.body).toContain('Start poll and notify 5 people</button>')
    expect(page.body).toContain('Friday 31\u00a0January 2031, 18:00 (Germany Time)')
    expect(await everyRowMade(at.world)).toEqual(before)
  })

  test('leads back to the form with all its values', async () => {
    const page = await at.post('/new-poll', 'ada', { ...PROPOSAL, step: 'edit', anonymous: 'true' })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('value="We buy a second bike shed"')
    expect(page.body).toMatch(/name="anonymous"[^>]*checked/)
    expect(page.body).toMatch(/value="block"[^>]*checked/)
  })
})
