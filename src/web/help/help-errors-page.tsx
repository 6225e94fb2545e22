import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { NotFound, type RefusalCode } from '../../errors.ts'
import { explain, isRefusalCode, REFUSAL_CODES } from '../../http/problem.ts'
import { Layout, type Viewer } from '../parts/layout.tsx'
import { type Exchange, sendEnglishPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'

const CRUMBS = [
  { label: 'Help', href: '/help' },
  { label: 'HTTP API', href: '/help/api' },
  { label: 'Errors', href: '/help/api#errors' },
]

/** GET /help/errors: all of them are listed in the API page. */
export const errorsHelpPage = openPage({
  path: '/help/errors',
  show: async ({ reply }) => reply.redirect('/help/api#errors', 303),
})

export const errorHelpPage = openPage({ path: '/help/errors/:code', show: showErrorHelp })

/** GET /help/errors/CODE: one error of the API. NotFound: no such code. */
async function showErrorHelp(exchange: Exchange): Promise<FastifyReply> {
  const { code } = exchange.request.params as { code: string }
  if (!isRefusalCode(code)) throw new NotFound()
  return sendEnglishPage(exchange, <ErrorHelpPage code={code} viewer={await signedIn(exchange)} />)
}

/** Every code with its status and title, linked to its page. */
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
    <Layout title={title} viewer={viewer} crumbs={CRUMBS}>
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
        In the response, <code>error</code> says what was wrong in this case, and <code>request_id</code>{' '}
        identifies the request in the log.
      </p>
    </Layout>
  )
}
