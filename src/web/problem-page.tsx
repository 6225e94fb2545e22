import type { VNode } from 'preact'
import type { Refusal } from '../errors.ts'
import { explain } from '../http/problem.ts'
import { ErrorNote } from './error-part.tsx'
import { html } from './exchange.ts'
import { Layout } from './layout.tsx'

const SERVER_FAULT = 500

/** A refusal as a page for somebody in a browser. What is not found looks the same whatever was asked for. */
export function problemPage(refusal: Refusal, request_id: string): string {
  return html(
    refusal.code === 'not_found' ? (
      <NotFoundPage />
    ) : (
      <ProblemPage refusal={refusal} request_id={request_id} />
    ),
  )
}

function NotFoundPage(): VNode {
  return (
    <Layout title="Nothing here for you" viewer="unknown">
      <h1>There is nothing here for you to see</h1>
      <p>
        Polls, threads and groups open by personal links. If you came from a mail, open the link in it again:
        it may have been cut off on the way here. A link also ends when its holder leaves the group.
      </p>
      <p>
        If you are a member, <a href="/sign-in">sign in</a> and come back. If you typed the address, check it
        for a slip.
      </p>
    </Layout>
  )
}

function ProblemPage({ refusal, request_id }: { refusal: Refusal; request_id: string }): VNode {
  const { title, status, mend } = explain(refusal.code)
  return (
    <Layout title={title} viewer="unknown">
      <p class="kicker">{status}</p>
      <h1>{title}</h1>
      {refusal.message === `${title}.` ? <p>{mend}</p> : <ErrorNote message={refusal.message} mend={mend} />}
      {status >= SERVER_FAULT && (
        <p class="small quiet">
          This request is in the log as <code>{request_id}</code>.
        </p>
      )}
    </Layout>
  )
}
