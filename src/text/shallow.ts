/** The maximum depth of a text's elements; the sanitizer drops elements deeper than its own limit. */
const MOST_OPEN = 200
/** End tags without a start: some are accepted. */
const MOST_STRAY = 200
const TAG = /<(\/?)([a-z][^\s/>]*)/gi
/** Elements without content, and those that the next one ends: they add no depth. */
const NOT_COUNTED = new Set(
  'area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option optgroup thead tbody tfoot'.split(
    ' ',
  ),
)

/**
 * Limits HTML to a sensible nesting depth: further tags are text. A parser searches all open elements for the
 * start of each end tag: thousands of both would take quadratic time.
 */
export function shallow(html: string): string {
  const open = new Map<string, number>()
  let depth = 0
  let stray = 0
  return html.replace(TAG, (whole, slash: string, name: string) => {
    const tag = name.toLowerCase()
    if (NOT_COUNTED.has(tag)) return whole
    const count = open.get(tag) ?? 0
    const isEnd = slash !== ''
    if (isEnd && count === 0 && ++stray <= MOST_STRAY) return whole
    if (isEnd ? count === 0 : depth === MOST_OPEN) return `&lt;${whole.slice(1)}`
    const step = isEnd ? -1 : 1
    depth += step
    open.set(tag, count + step)
    return whole
  })
}
