import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { NotFound, type RefusalCode } from '../../errors.ts'
import { explain, isRefusalCode, REFUSAL_CODES } from '../../http/problem.ts'
import { TYPE_COUNT } from '../../polls/poll-words.ts'
import { Layout, type Viewer } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'

const HELP = { label: 'Help', href: '/help' }

export const helpPage = openPage({ path: '/help', show: showHelp })
export const errorHelpPage = openPage({ path: '/help/errors/:code', show: showErrorHelp })

/** GET /help: what help there is. */
async function showHelp(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <HelpPage viewer={await signedIn(exchange)} />)
}

/** GET /help/errors/CODE: one way in which a request fails. NotFound: no such code. */
async function showErrorHelp(exchange: Exchange): Promise<FastifyReply> {
  const { code } = exchange.request.params as { code: string }
  if (!isRefusalCode(code)) throw new NotFound()
  return sendPage(exchange, <ErrorHelpPage code={code} viewer={await signedIn(exchange)} />)
}

function HelpPage({ viewer }: { viewer: Viewer }): VNode {
  return (
    <Layout title="Help" viewer={viewer} sheets={['help']}>
      <h1>Help</h1>
      <h2>For voters</h2>
      <p>
        <a href="/help/voting">Voting and taking part</a>: your ballot and your link, signing in, the{' '}
        {TYPE_COUNT} ballots, what anonymous means.
      </p>
      <h2>For facilitators</h2>
      <p>
        <a href="/help/facilitating">Running polls and threads</a>: which kind of poll to choose, inviting and
        reminding, outcomes, results to keep.
      </p>
      <h2>For programs</h2>
      <p>
        <a href="/help/api">The HTTP interface</a>: every address, its fields, examples to copy in curl,
        TypeScript and Python.
      </p>
      <p>
        <a href="/help/api/b2">Programs of b2 services</a>: the same threads and polls, with a key of your
        own.
      </p>
      <p>
        <a href="/help/mcp">Assistants</a>: tools for programs that speak the Model Context Protocol.
      </p>
      <p>
        <a href="/help/moving">Moving here from another service</a>: programs of b1 services, members, polls.
      </p>
      <p>
        <a href="/help/api/changes">Changes of the interface</a>: what changed, and what a program can rely
        on.
      </p>
      <h2>What went wrong</h2>
      <p>A request that fails says why, with a code. Each code has a page that says what to do.</p>
      <ProblemTable />
    </Layout>
  )
}

/** Every code with its status and title, each leading to its page. */
export function ProblemTable(): VNode {
  return (
    <table class="codes">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Meaning and code</th>
        </tr>
      </thead>
      <tbody>
        {REFUSAL_CODES.map((code) => (
          <ProblemRow key={code} code={code} />
        ))}
      </tbody>
    </table>
  )
}

function ProblemRow({ code }: { code: RefusalCode }): VNode {
  const { status, title } = explain(code)
  return (
    <tr>
      <td class="status">{status}</td>
      <td>
        <a href={`/help/errors/${code}`}>{title}</a>
        <br />
        <code class="small quiet">{code}</code>
      </td>
    </tr>
  )
}

function ErrorHelpPage({ code, viewer }: { code: RefusalCode; viewer: Viewer }): VNode {
  const { status, title, fix } = explain(code)
  return (
    <Layout title={title} viewer={viewer} crumbs={[HELP, { label: 'What went wrong', href: null }]}>
      <header>
        <h1>{title}</h1>
      </header>
      <dl class="facts">
        <dt>Code</dt>
        <dd>
          <code>{code}</code>
        </dd>
        <dt>HTTP status</dt>
        <dd>{status}</dd>
      </dl>
      <h2>What to do</h2>
      <p>{fix}</p>
      <p class="small quiet">
        The answer’s <code>error</code> says what was wrong in this case, and <code>request_id</code> finds
        the request in the log.
      </p>
    </Layout>
  )
}
