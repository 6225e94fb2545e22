import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { spoken } from '../../locales/say.ts'
import { boundedCache, bytesOf } from '../../text/bounded-cache.ts'

const DRAWN_BYTES = 8 * 1024 * 1024
const drawn = boundedCache<string>(DRAWN_BYTES, (markup, key) => bytesOf(key, markup))

/** Ids for objects that were loaded once. */
const called = new WeakMap<object, string>()
let named = 0

/**
 * Caches markup that is most of a page and the same for all readers, by object. `variant`: everything else
 * that it depends on.
 */
export function drawnOnce(of: object, variant: string, draw: () => VNode): string {
  const key = `${spoken()} ${nameOf(of)} ${variant}`
  return drawn.get(key) ?? drawn.keep(key, renderToString(draw()))
}

function nameOf(of: object): string {
  const name = called.get(of) ?? String(named++)
  called.set(of, name)
  return name
}
