const TOKEN = /<(\/?)([a-z0-9]+)\b([^<>]*)>|[^<]+/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const PARAGRAPHS = new Set(['p', 'blockquote', 'pre', 'ul', 'ol', 'table', 'hr', 'h3', 'h4', 'h5', 'h6'])
const LINES = new Set(['br', 'li', 'tr'])
const MARK_ONLY = /^(- |\d+\. )$/
const BLANK = /^[> ]*$/
const MARKED = /^(- |\d+\. )/

type Writer = {
  lines: string[]
  line: string
  /** The current prefix of every line: quotes and indents. */
  margins: string[]
  lists: { next: number | null }[]
  /** Open links, with their texts. */
  links: { href: string; words: string }[]
  pre: number
}

/** Sanitized HTML as plain text. Parses only the sanitizer's own, well-formed output. */
export function plainOfHtml(html: string): string {
  const writer: Writer = { lines: [], line: '', margins: [], lists: [], links: [], pre: 0 }
  for (const [token, slash, tag, attributes] of html.matchAll(TOKEN)) {
    if (tag === undefined) writeText(writer, decode(token))
    else if (slash === '/') closeTag(writer, tag)
    else openTag(writer, tag, attributes ?? '')
  }
  endLine(writer)
  return writer.lines
    .join('\n')

    .trim()
}

function writeText(writer: Writer, text: string): void {
  if (writer.pre > 0) {
    for (const link of writer.links) link.words += text
    const [first = '', ...rest] = text.split('\n')
    writer.line += first
    for (const line of rest) {
      endLine(writer)
      writer.line = line
    }
    return
  }
  const words = text.replace(/\s+/g, ' ')
  const said = writer.line === '' ? words.trimStart() : words
  writer.line += said
  for (const link of writer.links) link.words += said
}

function openTag(writer: Writer, tag: string, attributes: string): void {
  // A paragraph at the start of a list item is on the line of its mark.
  if (tag === 'p' && MARK_ONLY.test(writer.line)) return
  if (PARAGRAPHS.has(tag) || LINES.has(tag)) endLine(writer)
  if (PARAGRAPHS.has(tag) && !(writer.lists.length > 0 && tag !== 'blockquote')) gap(writer)
  if (tag === 'hr') writer.line = '----'
  if (tag === 'blockquote') writer.margins.push('> ')
  if (tag === 'pre') {
    writer.pre += 1
    writer.margins.push('    ')
  }
  if (tag === 'ul') writer.lists.push({ next: null })
  if (tag === 'ol') writer.lists.push({ next: Number(/start="(\d+)"/.exec(attributes)?.[1] ?? 1) })
  if (tag === 'li') openItem(writer)
  if (tag === 'a')
    writer.links.push({
      href: decode(/href="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      words: '',
    })
}

function openItem(writer: Writer): void {
  const list = writer.lists.at(-1)
  const mark = list === undefined || list.next === null ? '- ' : `${list.next}. `
  if (list !== undefined && list.next !== null) list.next += 1
  writer.line = mark
  writer.margins.push(' '.repeat(mark.length))
}

function closeTag(writer: Writer, tag: string): void {
  if (tag === 'a') closeLink(writer)
  if (tag === 'td' || tag === 'th') writer.line += '  '
  if (!PARAGRAPHS.has(tag) && tag !== 'li' && tag !== 'tr') return
  endLine(writer)
  if (tag === 'ul' || tag === 'ol') writer.lists.pop()
  if (tag === 'pre') writer.pre = Math.max(0, writer.pre - 1)
  if (tag === 'blockquote' || tag === 'pre' || tag === 'li') writer.margins.pop()
  if (PARAGRAPHS.has(tag) && writer.lists.length === 0) gap(writer)
}

/** The address follows the link text, unless they are equal. */
function closeLink(writer: Writer): void {
  const link = writer.links.pop()
  if (link === undefined || link.href === '') return
  const words = link.words.trim()
  if (words !== link.href && `mailto:${words}` !== link.href) writer.line += ` (${link.href})`
}

function endLine(writer: Writer): void {
  const line = writer.line.trimEnd()
  writer.line = ''
  if (line === '' && writer.pre === 0) return
  // A list's mark replaces its own indent.
  const marked = MARKED.test(line) && /^ +$/.test(writer.margins.at(-1) ?? '') && writer.pre === 0
  const margins = marked ? writer.margins.slice(0, -1) : writer.margins
  writer.lines.push(margins.join('') + line)
}

function gap({ lines, margins }: Writer): void {
  const empty = margins.join('').trimEnd()
  const last = lines.at(-1)
  if (last === undefined) return
  if (!BLANK.test(last)) lines.push(empty)
  // The line between a quote and the text around it has no prefix.
  else if (empty.length < last.length) lines[lines.length - 1] = empty
}

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
