import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../http/services.ts'
import { PERMISSION_WORDS, type Permission } from '../keys/api-key.ts'
import { TYPE_COUNT } from '../polls/poll-words.ts'
import { DEPRECATIONS, type Deprecation, markDeprecated } from './deprecations.ts'
import type { ApiDocument, Operation } from './document.ts'
import { sampleAnswer, sampleBody } from './samples.ts'
import { shareSchemas } from './shared-schemas.ts'

const ABOUT = `Groups discuss questions, vote and decide; programs can do the same over HTTP.

Every request needs an API key, preferably as \`Authorization: Bearer KEY\`; the field \`api_key\` of the body or the query string also works.
A key belongs to one group. Bodies are JSON or forms (\`options[]=a&options[]=b\`; in JSON, too, a list may be called \`options[]\`). A response is 200, or a problem
document (RFC 9457) that names every invalid field, and at most the first 100 problems of a list. Unknown fields are ignored and named in \`Folkmoot-Ignored-Fields\`.`

const WEBHOOKS = `A webhook sends the events of the group to your program as they happen: each is a POST request with a JSON body.

The requests are signed as in Standard Webhooks 1.0, so its libraries can check them, as can \`verifyWebhook\` of \`@folkmoot/client\`. To check one yourself:

1. The key is the part of the secret after \`whsec_\`, decoded from base64.
2. Join the headers \`webhook-id\` and \`webhook-timestamp\` and the body, unchanged, with dots: \`ID.TIMESTAMP.BODY\`.
3. The signature is \`v1,\` followed by the HMAC-SHA256 of this text in base64.
4. Accept the request if it is among the signatures in \`webhook-signature\`, which are separated by spaces, and the timestamp (in seconds) is at most five minutes old.

Any 2xx status means success. Otherwise the request is sent again with the same \`webhook-id\`, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, or later if \`Retry-After\` says so; then the webhook is turned off and the admins are notified. The status 410 turns it off immediately. Events can arrive in any order.

The body, in the format \`json\`:

- \`kind\`, \`id\` and \`occurred_at\` of the event; \`text\`, which says in a sentence what happened; \`url\`, the page about it
- \`title\`, \`group_name\`, \`actor_name\`, \`poll_type\`, and the ids of the records, such as \`poll_id\`
- \`decision\`, \`elected\` and \`head\`, in every event about a poll whose voting has closed, otherwise null: the decision by the conditions of the poll, as in Show results; the names of the elected options, in the order of their election; and the signed head, as in Show the signed head (null until it is signed)
- \`data\`: the records, as this API returns them to a key without permissions, so addresses are null. As in lists, \`voter_scores\` and \`voter_ids\` are empty and \`voter_scores_omitted\` is true. A vote that is cast or changed is complete in \`stances\`, with the \`api_key_id\` of the key that cast it for its voter

While results are hidden, events about votes contain neither the voter nor the choice. There are no events about anonymous votes. The other formats contain the text and the address, as chat services read them: \`matrix\` is for hookshot, \`teams\` for a workflow that posts cards.`

const ABOUT_KEYS = `Your API key. Every key can read what the group discusses and decides. Its permissions allow more:

${Object.entries(PERMISSION_WORDS)
  .map(([permission, words]) => `* \`${permission}\`: ${words.toLowerCase()}`)
  .join('\n')}

A key without permissions is read-only.`

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
            description: 'Your API key, in the query or in the body.',
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
