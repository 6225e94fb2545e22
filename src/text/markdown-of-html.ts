import { toHtml } from './rich-text.ts'

type Element = { tag: string; attributes: string; children: Node[] }
type Node = Element | string

const TOKEN = /<(\/?)([a-z0-9]+)\b([^<>]*)>|[^<]+/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const EMPTY = new Set(['br', 'hr'])
const BLOCKS = new Set(['p', 'blockquote', 'pre', 'ul', 'ol', 'table', 'hr', 'h3', 'h4', 'h5', 'h6'])
const LISTS = new Set(['ul', 'ol'])
const MARKS: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', s: '~~', del: '~~' }
// Sanitizing moves headings two levels down, and will do so again when it shows the Markdown.
const HEADINGS: Record<string, string> = { h3: '#', h4: '##', h5: '###', h6: '####' }

/**
 * Converts people's or programs' HTML to Markdown with the same content: texts, links, lists, quotes,
 * emphasis and code.
 */
export function markdownOfHtml(html: string): string {
  return blocks(parse(toHtml(html, 'html'))).join('\n\n')
}

/** Parses only the sanitizer's own, well-formed output. */
function parse(html: string): Node[] {
  const root: Element = { tag: '', attributes: '', children: [] }
  const open = [root]
  for (const [token, slash, tag, attributes = ''] of html.matchAll(TOKEN)) {
    const children = open.at(-1)?.children ?? root.children
    if (tag === undefined) children.push(decode(token))
    else if (slash === '/') open.pop()
    else {
      const element = { tag, attributes, children: [] }
      children.push(element)
      if (!EMPTY.has(tag)) open.push(element)
    }
  }
  return root.children
}

function blocks(nodes: Node[]): string[] {
  const found: string[] = []
  let loose: Node[] = []
  const paragraph = () => {
    const text = lines(inline(loose))
    loose = []
    if (text !== '') found.push(text)
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !BLOCKS.has(node.tag)) {
      loose.push(node)
      continue
    }
    paragraph()
    const text = block(node)
    if (text !== '') found.push(text)
  }
  paragraph()
  return found
}

function block({ tag, attributes, children }: Element): string {
  if (tag === 'hr') return '---'
  if (tag === 'pre') return fenced(textOf(children))
  if (tag === 'table') return table(children)
  if (tag === 'blockquote') return indented(blocks(children).join('\n\n'), '> ', '> ')
  if (LISTS.has(tag)) return list(tag, attributes, children)
  const mark = HEADINGS[tag]
  if (mark === undefined) return blocks(children).join('\n\n')
  const heading = lines(inline(children)).replaceAll('\n', ' ')
  return heading === '' ? '' : `${mark} ${heading}`
}

function list(tag: string, attributes: string, children: Node[]): string {
  const first = Number(/start="(\d{1,9})"/.exec(attributes)?.[1] ?? 1)
  return children
    .filter((node): node is Element => typeof node !== 'string')
    .map((item, place) => {
      const mark = tag === 'ul' ? '- ' : `${first + place}. `
      const nested = item.children.some((node) => typeof node !== 'string' && LISTS.has(node.tag))
      return indented(blocks(item.children).join(nested ? '\n' : '\n\n'), mark, ' '.repeat(mark.length))
    })
    .join('\n')
}

/** One line per row: HTML from a page seldom needs more of a table. */
function table(nodes: Node[]): string {
  return nodes
    .flatMap((node): string[] => {
      if (typeof node === 'string') return []
      if (node.tag !== 'tr') return [table(node.children)]
      const cells = node.children.filter((cell): cell is Element => typeof cell !== 'string')
      return [cells.map(({ children }) => blocks(children).join(' ').replaceAll('\n', ' ')).join(' \\| ')]
    })
    .filter((row) => row !== '')
    .join('\n')
}

function inline(nodes: Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escaped(node.replace(/\s+/g, ' '))
      const { tag, attributes, children } = node
      if (tag === 'br') return '\n'
      if (tag === 'code') return code(textOf(children))
      if (tag === 'a') return link(decode(/href="([^"]*)"/.exec(attributes)?.[1] ?? ''), inline(children))
      // A block inside a line becomes its own block.
      if (BLOCKS.has(tag)) return `\n${block(node)}\n`
      return marked(MARKS[tag] ?? '', inline(children))
    })
    .join('')
}

/** Marks must touch the words: spaces go outside. */
function marked(mark: string, text: string): string {
  const words = text.trim()
  if (mark === '' || words === '') return text
  const from = text.indexOf(words)
  return `${text.slice(0, from)}${mark}${words}${mark}${text.slice(from + words.length)}`
}

function link(href: string, words: string): string {
  if (href === '' || words.trim() === '') return words
  return `[${words.trim()}](<${href.replace(/[<>\\\s]/g, encodeURIComponent)}>)`
}

function code(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim()
  if (words === '') return ''
  const fence = '`'.repeat(longestRun(words) + 1)
  const gap = /^`|`$/.test(words) ? ' ' : ''
  return `${fence}${gap}${words}${gap}${fence}`
}

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
}

function textOf(nodes: Node[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : textOf(node.children)))
    .join('')
}

const ADDRESS = /^https?:\/\/[\w./?=&%#:~+,@-]+$/

/** Escapes characters that would be marks; URLs stay whole, so that they become links. */
function escaped(text: string): string {
  return text
    .split(' ')
    .map((word) => (ADDRESS.test(word) ? word : word.replace(/[\\`*_[\]<>~|&]/g, '\\$&')))
    .join(' ')
}

/** Trims the lines, and keeps them from starting a heading, a list or a rule. */
function lines(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^([#+=-])/, '\\$1')
        .replace(/^(\d{1,9})([.)])/, '$1\\$2'),
    )
    .join('\n')
    .trim()
}

function indented(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, place) => `${place === 0 ? first : line === '' ? others.trimEnd() : others}${line}`)
    .join('\n')
}

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
