import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { documentOf } from '../../api/describe.ts'
import { type ApiDocument, anchor, chapters } from '../../api/document.ts'
import { KEY_VARIABLE, languageOf } from '../../api/request-samples.ts'
import { queryOf } from '../../http/credentials.ts'
import { PERSONAL_KEY_PREFIX } from '../../keys/personal-key.ts'
import { EndpointPart, Example, type Samples } from '../parts/api-endpoint-part.tsx'
import { type Exchange, sendEnglishPage } from '../request/exchange.ts'
import { textOf } from '../request/form-text.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { type Chapter, HelpFrame } from './help-frame-part.tsx'

const PATH = '/help/api/b2'
const TITLE = 'Programs written for b2 services'
const ABOUT =
  'A second API for the same threads and polls, for programs written for b2. Each program has a personal API key and can do what its owner can do.'

// The document does not change while the server runs.
const documents = new WeakMap<object, ApiDocument>()

export const b2Page = openPage({
  path: '/help/api/b2',
  show: showB2,
})

/** GET /help/api/b2: the calls for b2 programs, with examples in the language of ?language=. */
async function showB2(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  const samples: Samples = {
    base: services.config.public_url,
    language: languageOf(textOf(queryOf(request), 'language')),
    address: (language, place) => `${PATH}?language=${language}#${place}`,
  }
  const chapters = [
    { id: 'key', title: 'Your key', text: <OwnKey base={samples.base} /> },
    { id: 'differences', title: 'Differences from b1', text: <Differences /> },
    ...callsOf(documentFor(request.server), samples),
  ]
  const viewer = await signedIn(exchange)
  return sendEnglishPage(
    exchange,
    <HelpFrame words={() => ({ title: TITLE, about: ABOUT, chapters })} viewer={viewer} />,
  )
}

function documentFor(app: FastifyInstance): ApiDocument {
  const known = documents.get(app.swagger) ?? documentOf(app, '/api/b2/', '/api/v1/')
  documents.set(app.swagger, known)
  return known
}

function callsOf(document: ApiDocument, samples: Samples): Chapter[] {
  return chapters(document)
    .filter(({ endpoints }) => endpoints.length > 0)
    .map(({ name, endpoints }) => ({
      id: anchor(name),
      title: name,
      text: (
        <div>
          {endpoints.map((endpoint) => (
            <EndpointPart key={endpoint.id} endpoint={endpoint} samples={samples} />
          ))}
        </div>
      ),
    }))
}

function OwnKey({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        You can create and revoke it on <a href="/account/keys">your API keys page</a>. Anyone who has it can
        see what you see and do what you can do in all your groups, except vote. When you leave a group, your
        key loses access too.
      </p>
      <Example
        label="Terminal"
        text={`export ${KEY_VARIABLE}=${PERSONAL_KEY_PREFIX}…\ncurl -H "Authorization: Bearer $${KEY_VARIABLE}" \\\n  ${base}/api/b2/groups`}
      />
      <p>
        <a href="/api/b2/openapi.json">The calls as an OpenAPI document</a>. For a program that works for a
        whole group, use <a href="/help/api">b1</a> with a group key instead.
      </p>
    </>
  )
}

function Differences(): VNode {
  return (
    <>
      <p>
        Records, <a href="/help/api#errors">errors</a>, <a href="/help/api#limits">limits</a> and{' '}
        <a href="/help/api#repeating">retries</a> work as in b1. The differences:
      </p>
      <ul>
        <li>
          Calls that concern a group name it with <code>group_id</code>. Records you may not see return 404.
        </li>
        <li>
          Lists are paged with <code>limit</code> and <code>offset</code>.
        </li>
        <li>
          The fields of a thread or poll can be nested in an object: <code>{'{"poll": {…}}'}</code>.
        </li>
        <li>
          <code>topic_id</code>, in responses and for new polls, is the id of the thread as a discussion.
        </li>
        <li>
          You get the results that you may see: if they are hidden until you vote, you get them once you have
          voted.
        </li>
        <li>
          Comments are stored as Markdown, and threads and polls in the format they were first written in;
          texts in the other format are converted.
        </li>
        <li>
          Search, participation reports and account management are not offered: such calls return{' '}
          <a href="/help/errors/not_offered">not_offered</a> and name the alternative. <code>compact</code>{' '}
          and <code>exclude_types</code> are ignored.
        </li>
      </ul>
    </>
  )
}
