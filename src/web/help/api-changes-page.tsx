import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { CHANGES } from '../../api/changes.ts'
import { type Deprecation, deprecationHeaders, NOTICE_MONTHS } from '../../api/deprecations.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { Day } from '../parts/date-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { type Exchange, sendEnglishPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { type Chapter, HelpFrame } from './help-frame-part.tsx'

const TITLE = 'Changes of the interface'
const ABOUT = 'What changed, what is on its way out, and what a program can rely on.'

export const apiChangesPage = openPage({
  path: '/help/api/changes',
  show: showApiChanges,
})

/** GET /help/api/changes: the changelog of the API and its versioning rules. */
async function showApiChanges(exchange: Exchange): Promise<FastifyReply> {
  const { deprecations } = exchange.request.server
  const chapters = chaptersOf(deprecations, exchange.services.config.public_url)
  const viewer = await signedIn(exchange)
  return sendEnglishPage(
    exchange,
    <HelpFrame words={() => ({ title: TITLE, about: ABOUT, chapters })} viewer={viewer} />,
  )
}

function chaptersOf(deprecations: readonly Deprecation[], base: string): Chapter[] {
  return [
    { id: 'changes', title: 'What changed', text: <Log /> },
    { id: 'rules', title: 'What you can rely on', text: <Rules /> },
    { id: 'told', title: 'How programs are told', text: <Told base={base} /> },
    { id: 'deprecated', title: 'On its way out', text: <OnItsWayOut of={deprecations} /> },
  ]
}

function Log(): VNode {
  return (
    <>
      {CHANGES.map(({ day, changes }) => (
        <section key={day}>
          <h3>
            <DayOf day={day} />
          </h3>
          <ul>
            {changes.map((change) => (
              <li key={change}>
                <RichText text={change} format="md" />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function DayOf({ day }: { day: string }): VNode {
  return <Day at={new Date(`${day}T00:00:00Z`)} zone="UTC" />
}

function Rules(): VNode {
  return (
    <>
      <p>
        Within <code>/api/b1</code> things are added, and nothing that works is changed or taken away without
        notice. What is added at any time: calls, fields of requests that may be left out, fields and lists in
        answers, headers, codes of errors, kinds of events, permissions. So a program should leave aside what
        it does not know.
      </p>
      <p>
        {`What has to go is deprecated first, and goes on working for at least ${NOTICE_MONTHS} months. `}What
        cannot be mended without breaking programs gets another version in its address, beside this one, which
        then stays as long. The one exception is a hole in security: it is closed at once, and told here.
      </p>
      <p>
        The service you talk to changes when those who run it install a newer release. Days on this page are
        those of the release.
      </p>
    </>
  )
}

function Told({ base }: { base: string }): VNode {
  const used = [{ ...EXAMPLE, field: null }]
  const headers = Object.entries(deprecationHeaders(used, base))
  return (
    <>
      <p>
        An answer to a request that uses something deprecated, a call or one of its fields, works as ever and
        bears these headers: since when it is (<code>Deprecation</code>, RFC 9745), from when on it may be
        gone where that is set (<code>Sunset</code>, RFC 8594), and where to read more. Have your program log
        them. In the OpenAPI document the call or field is marked <code>deprecated</code>.
      </p>
      <Example
        label="Headers"
        text={headers.map(([name, value]) => `${headerName(name)}: ${value}`).join('\n')}
      />
    </>
  )
}

const EXAMPLE: Deprecation = {
  operation_id: '',
  field: null,
  since: '2027-01-01',
  sunset: '2028-01-01',
  instead: '',
}

function headerName(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function OnItsWayOut({ of }: { of: readonly Deprecation[] }): VNode {
  if (of.length === 0) return <p>Nothing at present.</p>
  return (
    <ul>
      {of.map(({ operation_id, field, since, sunset, instead }) => (
        <li key={`${operation_id} ${field}`}>
          {field !== null && (
            <>
              <code>{field}</code> of{' '}
            </>
          )}
          <a href={`/help/api#${operation_id}`}>
            <code>{operation_id}</code>
          </a>
          : deprecated since <DayOf day={since} />
          {sunset === null ? (
            '; no end is set'
          ) : (
            <>
              ; it may be gone from <DayOf day={sunset} /> on
            </>
          )}
          . Use <code>{instead}</code>.
        </li>
      ))}
    </ul>
  )
}
