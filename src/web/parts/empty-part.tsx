import type { ComponentChildren, VNode } from 'preact'

/** Stands where a list would be: says that there is nothing, and what comes next. */
export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>
}
