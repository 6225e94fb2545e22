import { METHODS } from '@folkmoot/count'
import { beforeAll, expect, test } from 'vitest'
import { openWeb, type Web } from '../../../test/web.ts'
import { createWorld } from '../../../test/world.ts'
import { typeName } from '../../polls/poll-words.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'

let web: Web

beforeAll(async () => {
  web = await openWeb(await createWorld())
})

const linksOf = (page: string) =>
  [...page.matchAll(/href="(\/help[^"]*|#[^"]*)"/g)].map(([, href = '']) => href)

test('every link between help pages leads to an existing page and anchor', async () => {
  const seen = new Map<string, string>()
  const load = async (path: string): Promise<string> => {
    const known = seen.get(path)
    if (known !== undefined) return known
    const answer = await web.get(path)
    expect(answer.statusCode, path).toBe(200)
    seen.set(path, answer.body)
    return answer.body
  }
  for (const path of ['/help', '/help/voting', '/help/facilitating', '/sign-in']) {
    for (const href of linksOf(await load(path))) {
      const [target = '', place] = href.split('#')
      const page = await load(target === '' ? path : target)
      if (place !== undefined) expect(page, href).toContain(`id="${place}"`)
    }
  }
  expect(seen.size).toBeGreaterThan(5)
})

test('help starts with questions of voters, then facilitators, then admins; programs come last', async () => {
  const { body } = await web.get('/help')
  const order = ['How do I vote?', 'How do I create a poll?', 'What do admins do?', 'HTTP API</a><p'].map(
    (words) => body.indexOf(words),
  )
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  // Codes are for programs.
  expect(body).not.toContain('/help/errors/')
  expect((await web.get('/help/api')).body).toContain('/help/errors/not_found')
  expect((await web.get('/help/errors/not_found')).body).toContain('href="/help/api#errors"')
  expect((await web.get('/help/errors')).headers.location).toBe('/help/api#errors')
})

test('both pages picture all seven ballots', async () => {
  for (const path of ['/help/voting', '/help/facilitating']) {
    const { body } = await web.get(path)
    for (const type of POLL_TYPE_NAMES) expect(body).toContain(`<strong>${typeName(type)}</strong>`)
    expect(body.match(/class="picture"/g)).toHaveLength(POLL_TYPE_NAMES.length)
  }
})

test('the page explains what anonymous means and what it does not promise', async () => {
  const { body } = await web.get('/help/voting')
  expect(body).toContain('What we cannot promise')
  expect(body).toContain('The people who control the running server could watch ballots arrive.')
  expect(body).not.toMatch(/complete(ly)? anonym/i)
})

test('every count method is explained on an example that is counted, with its weaknesses', async () => {
  const { body } = await web.get('/help/counting')
  for (const method of METHODS) expect(body, method).toContain(`id="${method}"`)
  expect(body.match(/<strong>Weaknesses\.<\/strong>/g)).toHaveLength(METHODS.length)
  // Three methods, three winners, of the same ballots or scores.
  expect(body).toContain('“Café” has the fewest (2 votes) and drops out.')
  expect(body).toContain('“Café” beats every other option head to head and wins.')
  expect(body).toContain('Highest totals: “Garden” (16).')
  expect(body).toContain('3 ballots prefer “Café”, 2 prefer “Garden”. “Café” wins.')
  // By sums the garden and the café would take the whole budget.
  expect(body).toMatch(/“Workshop”: the shares.*“Garden”: the shares.*500 of 700 is spent/)
})
