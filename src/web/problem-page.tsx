import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { Refusal } from '../errors.ts'
import { explain } from '../http/problem.ts'
import type { SignedIn } from '../users/load-session.ts'
import { ErrorNote } from './error-part.tsx'
import { type Exchange, sendPage } from './exchange.ts'
import { Layout, type Viewer } from './layout.tsx'
import { ownPath, signInPath } from './own-path.ts'
import { signedIn } from './session.ts'

const SERVER_FAULT = 500

/** A refusal as a page for somebody in a browser. What is not found looks the same whatever was asked for. */
export async function sendProblem(exchange: Exchange, refusal: Refusal): Promise<FastifyReply> {
  const { status } = explain(refusal.code)
  const viewer = status < SERVER_FAULT ? await whoAsks(exchange) : 'unknown'
  const page =
    refusal.code === 'not_found' ? (
      <NotFoundPage viewer={viewer} way={wayIn(exchange)} />
    ) : (
      <ProblemPage refusal={refusal} request_id={exchange.request.id} viewer={viewer} />
    )
  return sendPage(exchange, page, status)
}

/** Nobody is told to sign in by the header: where it helps, the page says so. */
async function whoAsks(exchange: Exchange): Promise<SignedIn | 'unknown'> {
  // The refusal is what is to be told, even when the database goes away meanwhile.
  return (await signedIn(exchange).catch(() => null)) ?? 'unknown'
}

const BEHIND_A_DOOR = /^\/[pdg]\//

/** Where to sign in so as to come back to a poll, a thread or a group; its query, which may hold a token, is left out. */
function wayIn({ request }: Exchange): string {
  const path = request.url.split('?', 1)[0] ?? ''
  return signInPath(request.method === 'GET' && BEHIND_A_DOOR.test(path) ? ownPath(path) : '/')
}

function NotFoundPage({ viewer, way }: { viewer: Viewer; way: string }): VNode {
  return (
    <Layout title="Nothing here for you" viewer={viewer}>
      <h1>There is nothing here for you to see</h1>
      <p>
        Polls, threads and groups open by personal links. If you came from a mail, open the link in it again:
        it may have been cut off on the way here. A link also ends when its holder leaves the group.
      </p>
      {viewer === 'unknown' ? <SignInHint way={way} /> : <OtherAddressHint />}
    </Layout>
  )
}

function SignInHint({ way }: { way: string }): VNode {
  return (
    <>
      <p>If you are a member, sign in: you come back here afterwards.</p>
      <p>
        <a class="button" href={way}>
          Sign in
        </a>
      </p>
      <p class="small quiet">If you typed the address, check it for a slip.</p>
    </>
  )
}

function OtherAddressHint(): VNode {
  return (
    <p>
      You are signed in, as it says above. What you look for may be open to another mail address of yours:
      then sign out, and sign in with that one. If you typed the address, check it for a slip.
    </p>
  )
}

function ProblemPage({
  refusal,
  request_id,
  viewer,
}: {
  refusal: Refusal
  request_id: string
  viewer: Viewer
}): VNode {
  const { title, status, mend } = explain(refusal.code)
  return (
    <Layout title={title} viewer={viewer}>
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
