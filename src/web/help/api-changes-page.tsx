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

const TITLE = 'API changes'
const ABOUT = 'What changed, what is deprecated, and what programs can rely on.'

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
    { id: 'told', title: 'How programs are notified', text: <Told base={base} /> },
    { id: 'deprecated', title: 'Deprecated', text: <OnItsWayOut of={deprecations} /> },
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
        We add to <code>/api/b1</code>, but change or remove nothing that works without notice. At any time,
        we may add calls, optional request fields, fields and lists in responses, headers, error codes, kinds
        of events and permissions. Programs should therefore ignore what they do not know.
      </p>
      <p>
        {`Features are deprecated before they are removed, and keep working for at least ${NOTICE_MONTHS} months. `}
        Changes that would break programs get a new version with its own address, and the old version stays
        available for as long. The only exception is security vulnerabilities, which are fixed immediately and
        listed here.
      </p>
      <p>
        A service changes when the people who run it install a newer release. The dates on this page are
        release dates.
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
        A request that uses a deprecated call or field still works. The response has headers that say since
        when it has been deprecated (<code>Deprecation</code>, RFC 9745), when it may be removed, if that is
        decided (<code>Sunset</code>, RFC 8594), and where to read more. Let your program log them. The
        OpenAPI document marks the call or field as <code>deprecated</code>.
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
  if (of.length === 0) return <p>Nothing is deprecated at the moment.</p>
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
            '; no removal date is set'
          ) : (
            <>
              ; it may be removed from <DayOf day={sunset} />
            </>
          )}
          . Use <code>{instead}</code>.
        </li>
      ))}
    </ul>
  )
}
