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
  'How an assistant or editor that speaks the Model Context Protocol reads threads, polls and results here, and what else it can be allowed.'

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
    { id: 'key', title: 'A key for it', text: <OwnKey /> },
    { id: 'http', title: 'Over HTTP', text: <OverHttp base={base} /> },
    { id: 'stdio', title: 'As a program of its own', text: <OverStdio base={base} /> },
    { id: 'writes', title: 'Letting it write', text: <Writes base={base} /> },
    { id: 'reading', title: 'Tools that read', text: <Tools tools={tools.filter((tool) => !tool.writes)} /> },
    { id: 'writing', title: 'Tools that write', text: <Tools tools={tools.filter((tool) => tool.writes)} /> },
  ]
}

function OwnKey(): VNode {
  return (
    <>
      <p>
        An admin makes an API key on the group’s page of API keys. For an assistant that only reads, a
        read-only key is enough: without <code>read_memberships</code> it is told no addresses, and without{' '}
        <code>manage_polls</code> it is not told who holds a ballot.
      </p>
      <p>
        The tools are the calls of the <a href="/help/api">HTTP interface</a>, with its fields, records,
        limits and errors. Results that are hidden stay hidden, and of anonymous polls nothing says who chose
        what.
      </p>
    </>
  )
}

function OverHttp({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        Most assistants are told of a server like this. The key goes into a header, never into the address.
      </p>
      <Example label="Settings of the assistant" text={httpSettings(base)} />
    </>
  )
}

function OverStdio({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        For assistants that start programs: <code>folkmoot mcp</code> speaks on standard input and output, and
        asks the service over HTTP. It runs on any machine with Node 24 and a copy of Folkmoot in which{' '}
        <code>npm ci</code> was run.
      </p>
      <Example label="Settings of the assistant" text={stdioSettings(base)} />
    </>
  )
}

function Writes({ base }: { base: string }): VNode {
  return (
    <>
      <p>
        Without more, an assistant reads: what members wrote is read by it too, and a text could try to talk
        it into something. Two say yes to writing: you, in its settings, and the admin, by the permissions of
        the key.
      </p>
      <Example label="Over HTTP: the address" text={`${base}/mcp?allow_writes=true`} />
      <Example label="As a program: what is started" text="folkmoot mcp --allow-writes" />
      <p>
        What it writes has the key’s bot as its author. No tool deletes anything or removes anybody, and none
        concerns webhooks.
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
