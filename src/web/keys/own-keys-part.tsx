import type { VNode } from 'preact'

/** On the page of the account: what such keys are, and the way to them. */
export function OwnKeysPart(): VNode {
  return (
    <section class="stack" aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <p>With a key of your own, a program does in your groups what you could do.</p>
      <p class="row">
        <a href="/account/keys">Your API keys</a>
      </p>
    </section>
  )
}
