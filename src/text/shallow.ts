/**
 * So deep a text's elements stand in each other at most; the sanitizer leaves out what is deeper than its own
 * limit.
 */
const MOST_OPEN = 200
/** Ends of what was not begun: some slips are forgiven. */
const MOST_STRAY = 200
const TAG = /<(\/?)([a-z][^\s/>]*)/gi
/** Elements that hold nothing, and those that the next of them ends: of these no depth comes. */
const NOT_COUNTED = new Set(
  'area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option optgroup thead tbody tfoot'.split(
    ' ',
  ),
)

/**
 * HTML whose elements are nested no deeper than anybody means them to be: further tags are text. A parser
 * looks for the beginning of each end among all that is open: thousands of both took the square of the time.
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
