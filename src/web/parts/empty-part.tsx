import type { ComponentChildren, VNode } from 'preact'

/** Replaces an empty list: says that there is nothing yet, and what to do next. */
export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>
}
