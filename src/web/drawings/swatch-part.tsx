import type { VNode } from 'preact'

/** An entry of a key: a piece of a bar, and what it means. */
export function Swatch({ look, words }: { look: 'value' | 'came' | 'left'; words: string }): VNode {
  return (
    <span>
      <svg class="bar" aria-hidden="true">
        <rect class={look} width="100%" height="100%" />
      </svg>
      {words}
    </span>
  )
}
