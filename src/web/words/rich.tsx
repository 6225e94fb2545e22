import type { ComponentChildren, VNode } from 'preact'
import type { Messages, Wrapped } from '../../locales/messages.ts'
import { type Key, sayParts } from '../../locales/say.ts'

/** The markup for a message: a function for the text between tags, text or markup for each argument. */
type Marked<K extends Key> = {
  [P in keyof Messages[K]]: Messages[K][P] extends Wrapped
    ? (text: ComponentChildren) => VNode
    : Messages[K][P] | VNode
}

/**
 * A catalogue text in the current language with markup: in "See <link>the poll</link>." `link` turns its text
 * into a link; a time is inserted as an element.
 */
export function rich<K extends Key>(key: K, parts: Marked<K>): ComponentChildren {
  return sayParts<VNode>(key, parts as Record<string, VNode>)
}
