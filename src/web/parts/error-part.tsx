import type { VNode } from 'preact'

/** What went wrong and how to fix it. */
export function ErrorNote({ message, fix = null }: { message: string; fix?: string | null }): VNode {
  return (
    <div class="note bad" role="alert">
      <p>{message}</p>
      {fix !== null && <p>{fix}</p>}
    </div>
  )
}
