import { expect, test } from 'vitest'
import { DEPRECATIONS, type Deprecation, NOTICE_MONTHS } from '../../src/api/deprecations.ts'
import { apiDocument } from '../../src/api/describe.ts'
import { chapters } from '../../src/api/document.ts'
import { type Answer, serve } from '../app.ts'
import { openWeb } from '../web.ts'
import { createWorld, keyFor } from '../world.ts'

const TABLE: Deprecation[] = [
  { operation_id: 'showPoll', field: null, since: '2026-12-01', sunset: '2028-01-01', instead: 'listPolls' },
  {
    operation_id: 'createPoll',
    field: 'agree_target',
    since: '2027-03-01',
    sunset: null,
    instead: 'quorum_pct',
  },
  {
    operation_id: 'createPoll',
    field: 'shuffle_options',
    since: '2027-01-01',
    sunset: '2028-06-01',
    instead: 'x',
  },
  { operation_id: 'listMemberships', field: 'from', since: '2027-01-01', sunset: null, instead: 'after' },
]

const world = await createWorld()
const app = await serve(world, {}, TABLE)
const { key } = await keyFor(world)
const headers = { authorization: `Bearer ${key}` }

function told({ headers: { deprecation, sunset, link } }: Answer) {
  return { deprecation, sunset, link }
}

const LINK = '<https://moot.example/help/api/changes#deprecated>; rel="deprecation"; type="text/html"'
const NOTHING = { deprecation: undefined, sunset: undefined, link: undefined }
const POLL = { title: 'T', poll_type: 'proposal' }
const create = (payload: object) => app.inject({ method: 'POST', url: '/api/b1/polls', headers, payload })

test('a deprecated call works and says so, also if it is refused', async () => {
  const { id } = (await create(POLL)).json().polls[0]
  const answers = [
    await app.inject({ url: `/api/b1/polls/${id}`, headers }),
    await app.inject({ url: '/api/b1/polls/none', headers }),
    await app.inject({ url: `/api/b1/polls/${id}` }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 403])
  for (const answer of answers) {
    const since = `@${Date.UTC(2026, 11, 1) / 1000}`
    expect(told(answer)).toEqual({ deprecation: since, sunset: 'Sat, 01 Jan 2028 00:00:00 GMT', link: LINK })
  }
})

test('a deprecated field is reported if it is sent, in any kind of body or the query, and otherwise not', async () => {
  expect(told(await create(POLL))).toEqual(NOTHING)
  expect(told(await create({ ...POLL, agree_target: 3 }))).toEqual({
    deprecation: `@${Date.UTC(2027, 2, 1) / 1000}`,
    sunset: undefined,
    link: LINK,
  })
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  const payload = 'title=T&poll_type=proposal&agree_target=3&shuffle_options=1'
  expect(told(await app.inject({ method: 'POST', url: '/api/b1/polls', headers: form, payload }))).toEqual({
    deprecation: `@${Date.UTC(2027, 0, 1) / 1000}`,
    sunset: 'Thu, 01 Jun 2028 00:00:00 GMT',
    link: LINK,
  })
  expect(told(await app.inject({ url: '/api/b1/memberships?from=0', headers })).link).toBe(LINK)
  expect(told(await app.inject({ url: '/api/b1/memberships', headers }))).toEqual(NOTHING)
})

test('the document marks only these calls and fields', () => {
  const found = chapters(apiDocument(app)).flatMap(({ endpoints }) =>
    endpoints.flatMap(({ id, operation }) => [
      ...(operation.deprecated ? [id] : []),
      ...(operation.parameters ?? []).filter((one) => one.deprecated).map(({ name }) => `${id} ${name}`),
      ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.entries(schema?.properties ?? {})
          .filter(([, field]) => field.deprecated)
          .map(([name]) => `${id} ${name}`),
      ),
    ]),
  )
  expect([...new Set(found)].sort()).toEqual([
    'createPoll agree_target',
    'createPoll shuffle_options',
    'listMemberships from',
    'showPoll',
  ])
})

test('the table names existing calls and fields, and gives the promised notice', async () => {
  const web = await openWeb(world)
  const endpoints = chapters(apiDocument(web.app)).flatMap((chapter) => chapter.endpoints)
  const page = (await web.get('/help/api/changes')).body
  for (const { operation_id, field, since, sunset, instead } of DEPRECATIONS) {
    const operation = endpoints.find(({ id }) => id === operation_id)?.operation
    const named = JSON.stringify([operation?.parameters, operation?.requestBody])
    expect(named).toContain(`"${field ?? ''}`)
    expect(page).toContain(instead.replaceAll('"', '&quot;'))
    const notice = new Date(`${since}T00:00:00Z`)
    notice.setUTCMonth(notice.getUTCMonth() + NOTICE_MONTHS)
    if (sunset !== null) expect(Date.parse(sunset)).toBeGreaterThanOrEqual(notice.getTime())
  }
})
