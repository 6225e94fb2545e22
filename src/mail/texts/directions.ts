import { directionIn } from '../../locales/isolate.ts'

export type Direction = 'ltr' | 'rtl'

/** Blocks of a text, one after the other, that run in one direction. */
export type Run = { direction: Direction; html: string }

const PIECE = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|[^<]+/g
const BLOCKS = new Set(['p', 'blockquote', 'pre', 'ul', 'ol', 'table', 'hr', 'h3', 'h4', 'h5', 'h6'])
const WITHOUT_END = new Set(['br', 'hr'])
/** No letters of the text itself: mentions are isolated from it. */
const ASIDE = /<bdi>.*?<\/bdi>|<[^<>]*>|&#?\w+;/g

/**
 * A sanitized text, divided by the direction of its blocks: many mail programs know no other way to start
 * lines, marks of lists and quotes on the same side. Blocks without letters run as the one before, first ones
 * as the mail, `around`.
 */
export function runsOf(html: string, around: Direction): Run[] {
  const runs: Run[] = []
  for (const block of blocksOf(html)) {
    const last = runs.at(-1)
    const own = directionIn(block.replace(ASIDE, ' '))
    const direction = own === 'auto' ? (last?.direction ?? around) : own
    if (last?.direction === direction) last.html += block
    else runs.push({ direction, html: block })
  }
  return runs
}

/** The outermost blocks of a text, and what stands between them. */
function blocksOf(html: string): string[] {
  const blocks: string[] = ['']
  let depth = 0
  for (const [piece, end, tag] of html.matchAll(PIECE)) {
    const outermost = depth === 0 && tag !== undefined && BLOCKS.has(tag)
    if (outermost) blocks.push('')
    blocks[blocks.length - 1] += piece
    if (tag !== undefined && !WITHOUT_END.has(tag)) depth += end === '/' ? -1 : 1
    if (depth === 0 && tag !== undefined && BLOCKS.has(tag)) blocks.push('')
  }
  return blocks.filter((block) => block !== '')
}
