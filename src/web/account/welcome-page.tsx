import type { VNode } from 'preact'
import { Layout } from '../parts/layout.tsx'

/** What this is, for whoever comes without a link and is not signed in. */
export function WelcomePage({ host }: { host: string }): VNode {
  return (
    <Layout title="Welcome" viewer={null}>
      <p class="kicker">{host}</p>
      <h1>Where a group talks a question through, votes on it and acts on the result</h1>
      <p>
        This is a Folkmoot: a service that a group runs for itself. Threads hold the talk, polls settle it,
        and everyone concerned gets a ballot of their own.
      </p>
      <p>
        <a class="button" href="/sign-in">
          Sign in
        </a>
      </p>
      <h2>If you were invited</h2>
      <p>
        Open the link in the mail you were sent. It is made for you alone and leads straight to the poll, the
        thread or the group it speaks of; there is no account to make. Members who want to see all at once
        sign in by a mail: there is no password.
      </p>
      <h2>If you write programs</h2>
      <p>
        Programs start threads and polls, read them back and look after members over the{' '}
        <a href="/help/api">HTTP interface</a>. They carry an API key, which an admin of the group makes.
      </p>
    </Layout>
  )
}

/** Where the link is that makes the first group, for whoever has just started the service. */
export function AwaitingSetupPage(): VNode {
  return (
    <Layout title="Set up" viewer="unknown">
      <h1>Folkmoot is running</h1>
      <p>
        There is no group yet. Open the setup link to make one: the service printed it when it started, in its
        terminal or its log. It looks like this:
      </p>
      <pre>
        <code>…/setup?k=…</code>
      </pre>
      <p>Each start prints a new link, and ends the one before. To see it again, restart the service.</p>
    </Layout>
  )
}
