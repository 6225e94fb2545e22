import core, { type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { apiDocument } from '../../src/api/describe.ts'
import { bodySchema, chapters } from '../../src/api/document.ts'
import { toolsOf } from '../../src/api/tools.ts'
import { B1_ROUTES } from '../../src/b1/routes.ts'
import { PERMISSIONS } from '../../src/keys/api-key.ts'
import { serve } from '../app.ts'
import { openWeb } from '../web.ts'
import { createWorld } from '../world.ts'
import { errorsIn, schemaCompiler } from './conformity.ts'

const world = await createWorld()
const app = await serve(world)
const text = (await app.inject('/api/openapi.json')).body

const web = await openWeb(world)
const b2 = (await web.get('/api/b2/openapi.json')).body

// Spectral compiles the whole schema for each example: the same rule is checked below in a hundredth of the
// time.
const RULES: RulesetDefinition = {
  extends: [[oas as RulesetDefinition, 'recommended']],
  rules: { 'oas3-valid-media-example': 'off' },
}

test.each([
  ['b1', text],
  ['b2', b2],
])('the document of %s passes the common rules for OpenAPI', async (_, text) => {
  const spectral = new core.Spectral()
  spectral.setRuleset(RULES)
  const document = JSON.parse(text)
  const found = await spectral.run(document)
  expect(found.map(({ code, path, message }) => `${code}: ${path.join('.')}: ${message}`)).toEqual([])
  const broken = await spectral.run({ ...document, info: { title: 'x' }, paths: {} })
  expect(broken.length).toBeGreaterThan(0)
  const examples = examplesIn(document)
  expect(faultsOfExamples(document, examples)).toEqual([])
  const wrong = examples.map((one) => ({ ...one, example: [[]] }))
  expect(faultsOfExamples(document, wrong)).toHaveLength(examples.length)
})

type Example = { at: string; schema: object; example: unknown }

/** Every example of the document, with its schema. */
function examplesIn(part: unknown, at = '#'): Example[] {
  if (typeof part !== 'object' || part === null) return []
  const { schema, example, examples } = part as { schema?: object; example?: unknown; examples?: object }
  const named = Object.entries(examples ?? {}).map(([name, { value }]) => [`${at}/${name}`, value] as const)
  const here = example === undefined ? named : [[at, example] as const]
  const found = schema === undefined ? [] : here.map(([at, example]) => ({ at, schema, example }))
  return [
    ...found,
    ...Object.entries(part)
      .filter(([name]) => name !== 'example' && name !== 'examples')
      .flatMap(([name, inner]) => examplesIn(inner, `${at}/${name}`)),
  ]
}

function faultsOfExamples(document: { components: object }, examples: Example[]): string[] {
  const compile = schemaCompiler(document)
  return examples.flatMap(({ at, schema, example }) => {
    const validate = compile(schema)
    return validate(example) ? [] : [`${at}: ${errorsIn(validate)}`]
  })
}

test('it is the same if pages and other APIs are served beside it', async () => {
  expect((await web.get('/api/openapi.json')).body).toBe(text)
})

test('it contains each record once, and every reference is valid', () => {
  const { schemas } = JSON.parse(text).components as { schemas: Record<string, { title: string }> }
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Poll', 'PollOption', 'Envelope', 'NewPoll', 'Problem']),
  )
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(schemas).toHaveProperty(name)
  expect(text.match(/"title":"Poll"/g)).toHaveLength(1)
  // Programs fetch it again and again.
  expect(text.length).toBeLessThan(500_000)
})

test('a change has no defaults, in the document and in the tools: omitted fields stay unchanged', () => {
  const changes = chapters(apiDocument(app))
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ method }) => method === 'PATCH')
  expect(changes.map(({ id }) => id)).toEqual([
    'changeDiscussion',
    'changeComment',
    'changePoll',
    'changeMembership',
    'changeWebhook',
  ])
  const tools = toolsOf(apiDocument(app)).filter(({ name }) => name.startsWith('change_'))
  const fields = [
    ...changes.map(({ operation }) => bodySchema(operation)?.properties ?? {}),
    ...tools.map(({ input }) => input.properties),
  ].flatMap((properties) => Object.entries(properties))
  expect(fields.filter(([, { default: given }]) => given !== undefined)).toEqual([])
})

test('the example of a feed is valid', () => {
  const { example } =
    JSON.parse(text).paths['/api/b1/events'].get.responses['200'].content['application/json']
  expect(example.meta).toEqual({ root: 'events', total: null, next: expect.any(Number) })
})

test('keys can have every permission, and each permission allows something', () => {
  const named = B1_ROUTES.flatMap(({ permission }) =>
    typeof permission === 'string' ? [permission] : Object.values(permission ?? {}),
  )
  expect([...new Set(named)].sort()).toEqual([...PERMISSIONS].sort())
  for (const permission of PERMISSIONS) expect(text).toContain(`* \`${permission}\`: `.replaceAll('"', ''))
})

test('the description of a call names its permission', () => {
  const calls = new Map(
    chapters(apiDocument(app)).flatMap(({ endpoints }) => endpoints.map((one) => [one.id, one.operation])),
  )
  expect([...calls.keys()].sort()).toEqual(B1_ROUTES.map(({ does }) => does.id).sort())
  for (const { does, listed_by } of B1_ROUTES) {
    const said = /Permission: (\w+)/.exec(calls.get(does.id)?.description ?? '')?.[1] ?? null
    expect([does.id, said]).toEqual([does.id, listed_by])
  }
})

test('every key may call what needs no permission, which only reads', () => {
  const open = B1_ROUTES.filter(({ permission }) => permission === null)
  expect(open.length).toBeGreaterThan(5)
  expect(open.filter(({ method }) => method !== 'GET')).toEqual([])
})
