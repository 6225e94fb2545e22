import type { ComponentChildren, VNode } from 'preact'
import type { Messages, Wrapped } from '../../locales/messages.ts'
import { type Key, sayParts, t } from '../../locales/say.ts'

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

/**
 * Sentences with markup, one after the other, as the current language separates them. `false`, null and ''
 * are left out.
 */
export function richSentences(said: readonly ComponentChildren[]): ComponentChildren {
  const gap = t('sentence.next', { first: '', rest: '' })
  const told = said.filter((one) => one !== false && one !== null && one !== '')
  return told.flatMap((one, place) => (place === 0 ? [one] : [gap, one]))
}
