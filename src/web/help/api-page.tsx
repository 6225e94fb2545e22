import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { apiDocument } from '../../api/describe.ts'
import {
  type ApiDocument,
  anchor,
  type Chapter,
  chapters,
  fieldsOf,
  type Schema,
} from '../../api/document.ts'
import { type Language, languageOf } from '../../api/request-samples.ts'
import { loadOwnGroup, type OwnGroup } from '../../groups/load-own-group.ts'
import { queryOf } from '../../http/credentials.ts'
import type { Permission } from '../../keys/api-key.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { type StaticFile, sendStatic, staticFile } from '../assets/static-file.ts'
import { EndpointPart, Languages, type Samples } from '../parts/api-endpoint-part.tsx'
import { Fields } from '../parts/api-fields-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { asAsked } from '../request/asked-part.tsx'
import { type Exchange, html, PAGE_HEADERS, sendEnglishPage } from '../request/exchange.ts'
import { textOf } from '../request/form-text.ts'
import { signedIn } from '../request/session.ts'
import { shownIdentity, stampOf } from '../request/shown-identity.ts'
import { themeOf } from '../request/theme.ts'
import { openPage } from '../visits/page.ts'
import { Errors, Future, Keys, Limits, Permissions, Repeating, Requests } from './api-guide-part.tsx'

type PageProps = {
  document: ApiDocument
  permissions: ReadonlyMap<string, Permission>
  samples: Samples
  per_minute: number
  viewer: SignedIn | null
  own: OwnGroup | null
}

// The document does not change while the server runs, and the page is long: it is cached by language and
// theme.
const made = new WeakMap<FastifyInstance, Map<string, StaticFile>>()

export const apiPage = openPage({
  path: '/help/api',
  show: showApi,
})

/**
 * GET /help/api: the OpenAPI document as a page, with the reader's group (also by ?group=) filled in and
 * examples in the language of ?language=.
 */
async function showApi(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  const app = request.server
  const viewer = await signedIn(exchange)
  const query = queryOf(request)
  const language = languageOf(textOf(query, 'language'))
  if (viewer !== null) {
    const group = textOf(query, 'group')
    const own = await loadOwnGroup(services.db.pool, viewer.id, group)
    const samples = samplesIn(language, services, own?.handle === group ? { group } : {})
    return sendEnglishPage(
      exchange,
      <ApiPage {...contentOf(app, services)} samples={samples} viewer={viewer} own={own} />,
    )
  }
  const files = made.get(app) ?? new Map<string, StaticFile>()
  made.set(app, files)
  const key = `${language} ${themeOf(request) ?? ''} ${stampOf(shownIdentity(services.db))}`
  const file = files.get(key) ?? makePage(exchange, language)
  files.set(key, file)
  return sendStatic({ request, reply: reply.headers(PAGE_HEADERS) }, file, 'no-cache')
}

function makePage(exchange: Exchange, language: Language): StaticFile {
  const { request, services } = exchange
  const samples = samplesIn(language, services, {})
  const page = <ApiPage {...contentOf(request.server, services)} samples={samples} viewer={null} own={null} />
  return staticFile(html(asAsked(exchange, page), 'en'), 'text/html; charset=utf-8')
}

function contentOf(
  app: FastifyInstance,
  { config }: Exchange['services'],
): Pick<PageProps, 'document' | 'permissions' | 'per_minute'> {
  return { document: apiDocument(app), permissions: app.permissions, per_minute: config.api_rate_limit }
}

/** `kept`: the other query parameters of the page. */
function samplesIn(
  language: Language,
  { config }: Exchange['services'],
  kept: Record<string, string>,
): Samples {
  const address: Samples['address'] = (other, place) =>
    `/help/api?${new URLSearchParams({ ...kept, language: other })}#${place}`
  return { base: config.public_url, language, address }
}

function ApiPage({ document, permissions, samples, per_minute, viewer, own }: PageProps): VNode {
  const all = chapters(document)
  const records = recordsOf(all)
  return (
    <Layout
      title="HTTP API"
      sheets={['help']}
      viewer={viewer}
      crumbs={[
        { label: 'Help', href: '/help' },
        { label: 'HTTP API', href: null },
      ]}
      side={<Contents all={all} />}
      side_first
      opening={<Opening about={document.info.description ?? ''} samples={samples} />}
    >
      <Keys base={samples.base} own={own} />
      <Permissions all={all} permissions={permissions} />
      <Requests />
      {all.map((chapter) => (
        <ChapterPart key={chapter.name} chapter={chapter} samples={samples} />
      ))}
      <Records records={records} />
      <Errors base={samples.base} />
      <Limits per_minute={per_minute} />
      <Repeating />
      <Future />
    </Layout>
  )
}

/** Omits the rest of the document's description: the text below explains it in detail. */
function Opening({ about, samples }: { about: string; samples: Samples }): VNode {
  return (
    <>
      <h1>HTTP API</h1>
      <RichText text={about.split('\n\n')[0] ?? ''} format="md" />
      <p>
        <a href="/api/openapi.json">This page as an OpenAPI document</a>, for code generators.{' '}
        <a href="/help/mcp">Tools for assistants</a>.{' '}
        <a href="/help/moving">Moving here from another service</a>.{' '}
        <a href="/help/api/b2">Programs written for b2 services, with a personal key</a>.
      </p>
      <p id="examples">
        Examples: <Languages samples={samples} place="examples" />
      </p>
      <p>
        Words in capitals in their addresses, such as <code>POLL_KEY</code> and <code>WEBHOOK_ID</code>, are
        placeholders: write the key or the id of your own record instead.
      </p>
    </>
  )
}

function Contents({ all }: { all: Chapter[] }): VNode {
  return (
    <nav class="contents" aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ul class="bare">
        <li>
          <a href="#keys">Your key</a>
        </li>
        <li>
          <a href="#permissions">What a key can do</a>
        </li>
        <li>
          <a href="#requests">Requests</a>
        </li>
        {all.map(({ name }) => (
          <li key={name}>
            <a href={`#${anchor(name)}`}>{name}</a>
          </li>
        ))}
        <li>
          <a href="#records">Responses</a>
        </li>
        <li>
          <a href="#errors">Errors</a>
        </li>
        <li>
          <a href="#limits">Limits</a>
        </li>
        <li>
          <a href="#repeating">Retrying a request</a>
        </li>
        <li>
          <a href="#future">Changes</a>
        </li>
      </ul>
    </nav>
  )
}

function ChapterPart({ chapter, samples }: { chapter: Chapter; samples: Samples }): VNode {
  return (
    <section id={anchor(chapter.name)} class="stack">
      <h2>{chapter.name}</h2>
      <RichText text={chapter.about} format="md" />
      <div>
        {chapter.endpoints.map((endpoint) => (
          <EndpointPart key={endpoint.id} endpoint={endpoint} samples={samples} />
        ))}
      </div>
    </section>
  )
}

/** The records in responses, each once, from the first response with an envelope. */
function recordsOf(all: Chapter[]): Schema[] {
  const envelope = all
    .flatMap(({ endpoints }) => endpoints)
    .map(({ operation }) => operation.responses['200']?.content?.['application/json']?.schema)
    .find((schema) => schema?.properties?.['meta'] !== undefined)
  const records = Object.values(envelope?.properties ?? {}).map((list) => list.items)
  const named = records.filter((record): record is Schema & { title: string } => record?.title !== undefined)
  return [...new Map(named.map((record) => [record.title, record])).values()]
}

function Records({ records }: { records: Schema[] }): VNode {
  return (
    <section id="records" class="stack">
      <h2>Responses</h2>
      <p>
        A response is one JSON object of lists, all of which are always present. Each record appears once, in
        the list of its kind, together with the records it refers to in their own lists;{' '}
        <code>meta.root</code> names the list that contains the requested records. <code>groups[0]</code> is
        the key’s group.
      </p>
      <p>
        Records always contain all of their fields. While results are hidden from the key, the fields that
        would reveal them are null or empty. Lists, responses to ballots and webhooks do not include who chose
        what: <code>voter_scores</code> is empty there, and <code>voter_scores_omitted</code> is true.
      </p>
      {records.map((record) => (
        <details key={record.title}>
          <summary>{`${record.title} record`}</summary>
          <Fields
            fields={fieldsOf({ properties: record.properties ?? {} })}
            caption={`${record.title} record`}
          />
        </details>
      ))}
    </section>
  )
}
