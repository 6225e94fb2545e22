import MarkdownIt, { type MarkdownIt as Parser, type StateBlock } from 'markdown-it'

/** The parser's signature. */
// biome-ignore lint/complexity/useMaxParams: its parameters are the parser's
type Rule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean

/**
 * How many missing cells are added in all tables of a text. A row of one character can require hundreds:
 * without a limit, a page of text became megabytes of empty cells.
 */
const MOST_FILLED = 1_000

/** Accepts tables of a text only while their rows have enough content; the rest of the text has none. */
export function limitTables(markdown: Parser): void {
  const table = tableRule()
  // biome-ignore lint/complexity/useMaxParams: its parameters are the parser's
  const limited: Rule = (state, start, end, silent) => {
    const left = state.env as { filled?: number }
    if ((left.filled ?? 0) > MOST_FILLED || !table(state, start, end, true)) return false
    if (silent) return true
    left.filled = filledIn(state, { start, end }, left.filled ?? 0)
    return left.filled <= MOST_FILLED && table(state, start, end, false)
  }
  markdown.block.ruler.at('table', limited, { alt: ['paragraph', 'reference'] })
}

/** The parser's own rule, from a parser with only this one. */
function tableRule(): Rule {
  const { ruler } = new MarkdownIt().block
  ruler.enableOnly('table')
  const [rule] = ruler.getRules('')
  if (rule === undefined) throw new Error('the Markdown parser has no rule for tables')
  return rule as Rule
}

/** `end`: the first line after them. */
type Lines = { start: number; end: number }

/**
 * The cells missing in the rows of the table that starts here, added to those before; stops counting at the
 * limit.
 */
function filledIn(state: StateBlock, { start, end }: Lines, before: number): number {
  const columns = barsIn(state, start + 1) + 1
  let filled = before
  for (let line = start + 2; filled <= MOST_FILLED && isRow(state, line, end); line++)
    filled += Math.max(0, columns - barsIn(state, line) - 1)
  return filled
}

/**
 * Whether the table continues with this line. Searching beyond its end, for each table, would take quadratic
 * time.
 */
function isRow(state: StateBlock, line: number, end: number): boolean {
  if (line >= end || state.isEmpty(line) || (state.sCount[line] ?? 0) < state.blkIndent) return false
  const ends = state.md.block.ruler.getRules('blockquote') as Rule[]
  return !ends.some((rule) => rule(state, line, end, true))
}

function barsIn({ src, bMarks, eMarks }: StateBlock, line: number): number {
  return src.slice(bMarks[line], eMarks[line]).split('|').length - 1
}
