import type { ComponentChildren, VNode } from 'preact'
import { IslandScript } from '../assets/island-part.tsx'

/** What is wrong with what was sent. It has the focus when the page opens, and Tab leads on from it. */
export function ErrorSummary({ children, stack }: { children: ComponentChildren; stack?: true }): VNode {
  return (
    <>
      <div class={stack === undefined ? 'note bad' : 'note bad stack'} role="alert" tabIndex={-1} autofocus>
        {children}
      </div>
      <IslandScript name="clear-faults" />
    </>
  )
}

/** What went wrong and how to fix it. */
export function ErrorNote({ message, fix = null }: { message: string; fix?: string | null }): VNode {
  return (
    <ErrorSummary>
      <p>{message}</p>
      {fix !== null && <p>{fix}</p>}
    </ErrorSummary>
  )
}
