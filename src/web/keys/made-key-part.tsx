import type { VNode } from 'preact'
import { Example } from '../parts/api-endpoint-part.tsx'

/** The text of a key that was just made, and a first request with it. */
export function MadeKey({ text, curl }: { text: string; curl: string }): VNode {
  return (
    <div class="whole stack">
      <Example label="Your API key" text={text} />
      <Example label="Try it in a terminal" text={curl} />
    </div>
  )
}
