import type { ComponentChildren, VNode } from 'preact'
import type { Messages, Wrapped } from '../../locales/messages.ts'
import { type Key, sayParts } from '../../locales/say.ts'

/** What makes markup of a message: a function for the text between tags, text or markup for each place. */
type Marked<K extends Key> = {
  [P in keyof Messages[K]]: Messages[K][P] extends Wrapped
    ? (text: ComponentChildren) => VNode
    : Messages[K][P] | VNode
}

/**
 * A text of the catalogue in the language that is spoken, with markup in it: of "See <link>the poll</link>."
 * `link` makes a link of its text; a time fills a place as an element.
 */
export function rich<K extends Key>(key: K, parts: Marked<K>): ComponentChildren {
  return sayParts<VNode>(key, parts as Record<string, VNode>)
}
