import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { userId } from '../../../test/contract/acts.ts'
import { personalKey } from '../../../test/contract/b2.ts'
import { askedBy, examplesOf, isHere, runExample } from '../../../test/examples.ts'
import { openListening, type Web } from '../../../test/web.ts'
import { createWorld, keyFor, type World } from '../../../test/world.ts'
import { apiDocument } from '../../api/describe.ts'
import { bodySchema, chapters, type Endpoint } from '../../api/document.ts'
import { LANGUAGES, type Language } from '../../api/request-samples.ts'
import { sampleAnswer, sampleBody } from '../../api/samples.ts'

const NAMES = Object.keys(LANGUAGES) as Language[]

let world: World
let web: Web
let endpoints: Endpoint[]

beforeAll(async () => {
  world = await createWorld()
  web = await openListening(world)
  endpoints = chapters(apiDocument(web.app)).flatMap((chapter) => chapter.endpoints)
})

const examplesIn = async (language: Language) =>
  examplesOf((await web.get(`/help/api?language=${language}`)).body)

describe.each(NAMES.filter(isHere))('the examples in %s', (language) => {
  test('exist for every call, and send what the document describes', async () => {
    const examples = await examplesIn(language)
    expect([...examples.keys()]).toEqual(endpoints.map(({ id }) => id))
    const all = await askedBy(language, [...examples.values()])
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    formats.default(ajv)
    for (const [index, { method, path, operation }] of endpoints.entries()) {
      const asked = all[index]
      expect(asked?.method).toBe(method)
      expect(asked?.key).toBe('Bearer fmk_example')
      const pattern = new RegExp(`/api/b1${path.slice('/api/b1'.length).replace(/\{\w+\}/g, '[A-Z_]+')}$`)
      expect(new URL(asked?.address ?? '').pathname, asked?.address).toMatch(pattern)
      expect(asked?.address.startsWith(`${web.app.listeningOrigin}/api/b1/`), asked?.address).toBe(true)
      const schema = bodySchema(operation)
      if (asked?.body == null) expect(schema?.required ?? [], path).toEqual([])
      else {
        expect(asked.body).not.toHaveProperty('api_key')
        expect(ajv.validate(schema ?? false, asked.body), `${method} ${path}: ${ajv.errorsText()}`).toBe(true)
      }
    }
  })

  test('work as copied', async () => {
    const examples = await examplesIn(language)
    const { key } = await keyFor(world)
    const run = (id: string) => runExample(language, examples.get(id) ?? '', key)
    expect(await run('createDiscussion')).toContain('Where shall we meet?')
    expect(await run('createPoll')).toContain('Paint the hall blue?')
    expect(await run('manageMemberships')).toContain('removed_emails')
    const members = await run('listMemberships')
    expect(members).toContain('ada@example.org')
    if (language !== 'curl') expect(members).toMatch(/^200 /)
    const polls = await world.db.pool.query('select title from polls order by id desc limit 1')
    expect(polls.rows).toEqual([{ title: 'Paint the hall blue?' }])
  })
})

test('the b2 examples of new records say where these belong, and work once the ids are yours', async () => {
  const user = await userId(world.db, 'ada@mill.example')
  const key = await personalKey(world, user)
  const { body } = await web.get('/help/api/b2')
  const run = (id: string, place: RegExp, own: string) => {
    const text = examplesOf(body).get(id) ?? ''
    expect(text, id).toMatch(place)
    return runExample('curl', text.replace(place, own), key)
  }
  const own = `"group_id": ${world.group.id}`
  const thread = JSON.parse(await run('createDiscussion', /"group_id": 7\b/, own)).discussions[0]
  expect(thread.title).toBe('Where shall we meet?')
  expect(await run('createPoll', /"group_id": 7\b/, own)).toContain('"title":"Paint the hall blue?"')
  const comment = await run('createComment', /"discussion_id": 7\b/, `"discussion_id": ${thread.id}`)
  expect(comment).toContain('"body":"Blue, please."')
})

describe('the example of a response', () => {
  type Record = { [name: string]: unknown }
  type Answer = { [list: string]: Record[] } & { meta?: { root: string } }

  const answerOf = ({ operation }: Endpoint) => sampleAnswer(operation) as Answer
  const bodyOf = ({ operation }: Endpoint) => sampleBody(bodySchema(operation) ?? {})
  const of = (id: string) => endpoints.find((endpoint) => endpoint.id === id) as Endpoint

  test('says what its request says, wherever both have the same field', () => {
    const compared = endpoints.flatMap((endpoint) => {
      const answer = answerOf(endpoint)
      const [main = {}] = answer[answer.meta?.root ?? ''] ?? []
      return Object.entries(bodyOf(endpoint)).flatMap(([name, value]) =>
        name in main ? [[`${endpoint.id} ${name}`, value, main[name]] as const] : [],
      )
    })
    expect(compared.length).toBeGreaterThan(15)
    for (const [at, asked, shown] of compared) expect([at, shown]).toEqual([at, asked])
  })

  test('has options, results, tags and ballots that belong to its poll', () => {
    const { polls: [poll] = [], poll_options: options = [], tags = [] } = answerOf(of('createPoll'))
    const names = ['agree', 'abstain', 'disagree']
    expect(options.map(({ name }) => name)).toEqual(names)
    expect(poll).toMatchObject({
      poll_option_names: names,
      poll_option_ids: options.map(({ id }) => id),
      results: names.map((name) => ({ name })),
      tag_ids: tags.map(({ id }) => id),
      closing_at: bodyOf(of('createPoll'))['closing_at'],
      opened_at: expect.any(String),
      closed_at: null,
    })
    expect(tags.map(({ name }) => name)).toEqual(bodyOf(of('createPoll'))['tags'])
    const added = answerOf(of('addOptions'))
    expect(added['poll_options']?.map(({ name }) => name)).toEqual(['Yellow'])
    expect(added['polls']?.[0]?.['poll_type']).not.toBe('proposal')
    expect(answerOf(of('castBallot'))['stances']?.[0]?.['option_scores']).toEqual({ 7: 1 })
    expect(answerOf(of('closePoll'))['polls']?.[0]?.['closed_at']).toEqual(expect.any(String))
    expect(answerOf(of('manageMemberships'))).toMatchObject({
      added_emails: bodyOf(of('manageMemberships'))['emails'],
    })
  })
})

test('all languages send the same requests', async () => {
  const here = NAMES.filter(isHere)
  const all = await Promise.all(
    here.map(async (language) => askedBy(language, [...(await examplesIn(language)).values()])),
  )
  expect(here).toContain('typescript')
  for (const asked of all) expect(asked).toEqual(all[0])
})

test('the page links each language to the others, keeps the reader’s position, and offers no other languages', async () => {
  const page = (await web.get('/help/api?language=python')).body
  expect(page).toContain('<strong>Python</strong>')
  expect(page).toContain('href="/help/api?language=typescript#createPoll"')
  expect(page).not.toContain('href="/help/api?language=python#createPoll"')
  expect((await web.get('/help/api?language=cobol')).body).toBe((await web.get('/help/api')).body)
})
