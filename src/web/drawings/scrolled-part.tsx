import type { ComponentChildren, VNode } from 'preact'

/** Content that may be wider than the page: it scrolls separately, by keyboard too. */
export function Scrolled({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
    <section class="scrolled" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
