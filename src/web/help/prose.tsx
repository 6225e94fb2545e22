import type { ComponentChildren, VNode } from 'preact'

type Mark = (text: ComponentChildren) => VNode

// How tags in help messages become markup.
export const b: Mark = (text) => <strong>{text}</strong>
export const code: Mark = (text) => <code>{text}</code>
export const kbd: Mark = (text) => <kbd>{text}</kbd>

/** Marks up a link. */
export function linkTo(href: string): Mark {
  return (text) => <a href={href}>{text}</a>
}

export const account: Mark = linkTo('/account')
