import type { ComponentChildren, VNode } from 'preact'

/** What was just done, or an important note. Screen readers announce it when it appears. */
export function Flash({
  title,
  tone,
  children,
}: {
  title: ComponentChildren
  tone: 'good' | 'plain'
  children?: ComponentChildren
}): VNode {
  return (
    <div class={tone === 'good' ? 'note good' : 'note'} role="status">
      <strong>{title}</strong>
      {children}
    </div>
  )
}
