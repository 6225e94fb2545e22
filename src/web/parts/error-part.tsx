import type { VNode } from 'preact'

/** What went wrong and what to do about it. */
export function ErrorNote({ message, mend }: { message: string; mend: string }): VNode {
  return (
    <div class="note bad" role="alert">
      <p>{message}</p>
      {mend !== '' && <p>{mend}</p>}
    </div>
  )
}
