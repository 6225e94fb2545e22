import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../http/services.ts'
import { PERMISSION_WORDS, type Permission } from '../keys/api-key.ts'
import { TYPE_COUNT } from '../polls/poll-words.ts'
import { DEPRECATIONS, type Deprecation, markDeprecated } from './deprecations.ts'
import type { ApiDocument, Operation } from './document.ts'
import { sampleAnswer, sampleBody } from './samples.ts'
import { shareSchemas } from './shared-schemas.ts'

const ABOUT = `Groups talk a question through, vote and decide; programs drive it over HTTP.

Every call carries an API key, best as \`Authorization: Bearer KEY\`; also as the field \`api_key\` of the body or the query.
A key belongs to one group. Bodies are JSON or forms (\`options[]=a&options[]=b\`; in JSON a list may be called \`options[]\` too). Answers are 200 or a problem document
(RFC 9457) that names every field that is wrong, and of a list the first 100 things. Fields nobody knows are ignored and named in \`Folkmoot-Ignored-Fields\`.`

const WEBHOOKS = `Where the group's events are sent, as they happen: one POST of JSON each, signed as Standard Webhooks 1.0 says (headers
webhook-id, webhook-timestamp and webhook-signature, secrets beginning with whsec_): its libraries check it. Any 2xx is a success. Otherwise it is
tried again, under the same webhook-id, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, or later where Retry-After says so; then the
webhook is turned off and the admins are told. 410 turns it off at once. The order of deliveries is not promised. Of votes whose results are hidden
neither voter nor choice is told, and of anonymous votes nothing.

In the format json a body holds "kind", "url" (the page it leads to), "text" (what happened, in a sentence), "title", "group_name", "actor_name",
"poll_type", "id" (the event's), "occurred_at", the ids of the records concerned, "decision" (when
voting has closed: what the rules of the poll make of its result, as showResults answers it; else null), "elected" (then too: the names of the options that the poll elected, in the order of their election), "head" (then too: the signed head of the closing, as showHead answers it; null while it is not signed), and "data": these records as this interface answers them to a key without permissions: addresses are null. As in its lists, who chose what is not repeated beside
every poll (voter_scores and voter_ids are empty, voter_scores_omitted says so); a vote that is cast or changed stands in "stances", whole, with the
api_key_id of the key that has cast it for its voter. The other
formats hold the text and the address, as chat services read them: matrix is for hookshot, teams for a workflow that posts cards.`

const ABOUT_KEYS = `Your API key. Each may read what the group talks of and decides. Besides, it may do what its permissions allow:

${Object.entries(PERMISSION_WORDS)
  .map(([permission, words]) => `* \`${permission}\`: ${words.toLowerCase()}`)
  .join('\n')}

A key without any is a read-only key.`

declare module 'fastify' {
  interface FastifyInstance {
    /** Deprecated calls and fields. */
    deprecations: readonly Deprecation[]
    /** The permission that a key needs, by the id of the call. */
    permissions: ReadonlyMap<string, Permission>
  }
  interface FastifyContextConfig {
    /** The permission that a key needs; null: none. */
    permission?: Permission | null
  }
}

/** Collects the routes registered after it into the document, served at /api/openapi.json. */
export function describeApi(
  app: FastifyInstance,
  { config }: Services,
  deprecations: readonly Deprecation[] = DEPRECATIONS,
): void {
  app.decorate('deprecations', deprecations)
  collectPermissions(app)
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Folkmoot',
        version: 'b1',
        description: ABOUT,
        contact: { name: 'Help', url: `${config.public_url}/help/api` },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: config.public_url }],
      tags: [
        { name: 'Discussions', description: 'Threads, in which a group discusses a question.' },
        { name: 'Comments', description: 'Comments in threads.' },
        { name: 'Polls', description: `Polls of ${TYPE_COUNT} types, with their ballots and results.` },
        { name: 'Memberships', description: "Members of the key's group." },
        { name: 'Joining', description: 'Links to join groups, and requests to join.' },
        { name: 'Groups', description: "The key's group and its subgroups." },
        { name: 'Threads', description: 'Discussions with everything that happened in them.' },
        { name: 'Events', description: 'Events, for programs that poll instead of using webhooks.' },
        { name: 'Webhooks', description: WEBHOOKS },
      ],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: ABOUT_KEYS },
          api_key: {
            type: 'apiKey',
            in: 'query',
            name: 'api_key',
            description: 'Your API key, in the query; for POST also in the body.',
          },
        },
      },
    },
    hideUntagged: true,
  })
  serveDocument(app, '/api/openapi.json', apiDocument)
}

function collectPermissions(app: FastifyInstance): void {
  const permissions = new Map<string, Permission>()
  app.decorate('permissions', permissions)
  app.addHook('onRoute', ({ config, schema }) => {
    const { permission = null } = config ?? {}
    if (schema?.operationId !== undefined && permission !== null)
      permissions.set(schema.operationId, permission)
  })
}

/** Serves a document at this path, with shared records. */
export function serveDocument(
  app: FastifyInstance,
  path: string,
  make: (app: FastifyInstance) => ApiDocument,
): void {
  let served: object | undefined
  app.get(path, { schema: { hide: true } }, async ({ server }, reply) => {
    served ??= shareSchemas(make(server))
    return reply.header('cache-control', 'public, max-age=300').send(served)
  })
}

const documents = new WeakMap<object, ApiDocument>()

/** The API document, with an example for every body and response. */
export function apiDocument(app: FastifyInstance): ApiDocument {
  const known = documents.get(app.swagger) ?? documentOf(app, '/api/b1/')
  documents.set(app.swagger, known)
  return known
}

/** The document of the calls below these paths. */
export function documentOf(app: FastifyInstance, ...below: string[]): ApiDocument {
  const { paths, ...whole } = app.swagger() as unknown as ApiDocument
  const named = Object.entries(paths).filter(([path]) => below.some((stem) => path.startsWith(stem)))
  const document = structuredClone({ ...whole, paths: Object.fromEntries(named) })
  const operations = operationsOf(document)
  const tagged = new Set(operations.flatMap(({ tags }) => tags ?? []))
  document.tags = (document.tags ?? []).filter(({ name }) => tagged.has(name))
  for (const operation of operations) giveExamples(operation)
  markDeprecated(document, app.deprecations)
  return document
}

function operationsOf(document: ApiDocument): Operation[] {
  return Object.values(document.paths).flatMap((path) => Object.values(path))
}

function giveExamples(operation: Operation): void {
  for (const content of Object.values(operation.requestBody?.content ?? {}))
    content.example = sampleBody(content.schema ?? {})
  const answer = operation.responses['200']?.content?.['application/json']
  if (answer !== undefined) answer.example = sampleAnswer(operation)
}
