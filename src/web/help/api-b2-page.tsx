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
const TITLE = 'Programs of b2 services'
const ABOUT =
  'A second door to the same threads and polls, for programs written for b2: each carries a key of one person, and does what they could do.'

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
    { id: 'differences', title: 'What is as in b1, and what is not', text: <Differences /> },
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
        <>
          {endpoints.map((endpoint) => (
            <EndpointPart key={endpoint.id} endpoint={endpoint} samples={samples} />
          ))}
        </>
      ),
    }))
}

function OwnKey({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        You make it on <a href="/account/keys">the page of your API keys</a>, where it is also ended. Whoever
        has it can see what you see and do what you may do, in all your groups, but not vote. When you leave a
        group, so does your key.
      </p>
      <Example
        label="Terminal"
        text={`export ${KEY_VARIABLE}=${PERSONAL_KEY_PREFIX}…\ncurl -H "Authorization: Bearer $${KEY_VARIABLE}" \\\n  ${base}/api/b2/groups`}
      />
      <p>
        <a href="/api/b2/openapi.json">The calls as an OpenAPI document</a>. A program of a whole group is
        better written for <a href="/help/api">b1</a>, with a key of that group.
      </p>
    </>
  )
}

function Differences(): VNode {
  return (
    <>
      <p>
        Records, <a href="/help/api#errors">errors</a>, <a href="/help/api#limits">limits</a> and{' '}
        <a href="/help/api#repeating">sending a request again</a> are as in b1. Besides:
      </p>
      <ul>
        <li>
          Every call that is about a group names it by <code>group_id</code>. What you may not see is not
          found: 404.
        </li>
        <li>
          Lists are paged by <code>limit</code> and <code>offset</code>.
        </li>
        <li>
          The fields of a thread or poll may stand in an object of their own: <code>{'{"poll": {…}}'}</code>.
        </li>
        <li>
          <code>topic_id</code>, in answers and for new polls, is the id of the thread as a discussion.
        </li>
        <li>
          Results are shown as to you: where they wait for your vote, they are there once you have voted.
        </li>
        <li>
          Comments are kept as Markdown, and a thread or poll in the format in which it was first written;
          texts in the other format are converted.
        </li>
        <li>
          Search, reports on how much people take part, and the administration of accounts are not offered:
          such calls answer <a href="/help/errors/not_offered">not_offered</a> and say what there is instead.{' '}
          <code>compact</code> and <code>exclude_types</code> are ignored.
        </li>
      </ul>
    </>
  )
}
