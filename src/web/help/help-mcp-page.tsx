import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { apiDocument } from '../../api/describe.ts'
import { KEY_VARIABLE } from '../../api/request-samples.ts'
import { type Tool, toolsOf } from '../../api/tools.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { type Exchange, sendEnglishPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { type Chapter, HelpFrame } from './help-frame-part.tsx'

const TITLE = 'Assistants'
const ABOUT =
  'How assistants and editors that use the Model Context Protocol can read threads, polls and results here, and what else you can allow them to do.'

export const assistantHelpPage = openPage({
  path: '/help/mcp',
  show: showAssistantHelp,
})

/** GET /help/mcp: the tools for assistants, and how to connect an assistant. */
async function showAssistantHelp(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  const chapters = chaptersOf(services.config.public_url, toolsOf(apiDocument(request.server)))
  const viewer = await signedIn(exchange)
  return sendEnglishPage(
    exchange,
    <HelpFrame words={() => ({ title: TITLE, about: ABOUT, chapters })} viewer={viewer} />,
  )
}

function chaptersOf(base: string, tools: Tool[]): Chapter[] {
  return [
    { id: 'key', title: 'API key', text: <OwnKey /> },
    { id: 'http', title: 'Over HTTP', text: <OverHttp base={base} /> },
    { id: 'stdio', title: 'As a local program', text: <OverStdio base={base} /> },
    { id: 'writes', title: 'Allow writing', text: <Writes base={base} /> },
    { id: 'reading', title: 'Tools that read', text: <Tools tools={tools.filter((tool) => !tool.writes)} /> },
    { id: 'writing', title: 'Tools that write', text: <Tools tools={tools.filter((tool) => tool.writes)} /> },
  ]
}

function OwnKey(): VNode {
  return (
    <>
      <p>
        An admin creates an API key on the group’s API keys page. For an assistant that only reads, a
        read-only key is enough: without <code>read_memberships</code>, it sees no addresses, and without{' '}
        <code>manage_polls</code>, it does not see who has a ballot.
      </p>
      <p>
        The tools are the calls of the <a href="/help/api">HTTP API</a>, with the same fields, records, limits
        and errors. Hidden results stay hidden, and nothing shows who chose what in anonymous polls.
      </p>
    </>
  )
}

function OverHttp({ base }: { base: string }): VNode {
  return (
    <>
      <p>Most assistants are configured like this. The key goes in a header, never in the address.</p>
      <Example label="Assistant settings" text={httpSettings(base)} />
    </>
  )
}

function OverStdio({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        For assistants that start programs: <code>folkmoot mcp</code> uses standard input and output, and
        calls the service over HTTP. It runs on any machine with Node 24 and a copy of Folkmoot in which you
        have run <code>npm ci</code>.
      </p>
      <Example label="Assistant settings" text={stdioSettings(base)} />
    </>
  )
}

function Writes({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        By default, an assistant can only read, because it reads what members wrote, and such a text could try
        to manipulate it. Two people must allow writing: you, in its settings, and the admin, with the key’s
        permissions.
      </p>
      <Example label="Over HTTP: the address" text={`${base}/mcp?allow_writes=true`} />
      <Example label="As a program: the command" text="folkmoot mcp --allow-writes" />
      <p>
        The key’s bot appears as the author of what it writes. No tool deletes anything, removes anyone or
        manages webhooks.
      </p>
    </>
  )
}

function Tools({ tools }: { tools: Tool[] }): VNode {
  return (
    <table class="fields">
      <tbody>
        {tools.map(({ name, description, input }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              {description}
              <p class="small quiet">{Object.keys(input.properties).join(', ')}</p>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function httpSettings(base: string): string {
  return settings({ type: 'http', url: `${base}/mcp`, headers: { Authorization: 'Bearer fmk_…' } })
}

function stdioSettings(base: string): string {
  return settings({
    command: 'node',
    args: ['/srv/folkmoot/bin/folkmoot.js', 'mcp'],
    env: { FOLKMOOT_URL: base, [KEY_VARIABLE]: 'fmk_…' },
  })
}

function settings(server: object): string {
  return JSON.stringify({ mcpServers: { folkmoot: server } }, null, 2)
}
