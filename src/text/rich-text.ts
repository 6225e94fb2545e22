import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { boundedCache, bytesOf } from './bounded-cache.ts'
import { nameMentions } from './mention-names.ts'
import { withoutControls } from './one-line.ts'
import { plainOfHtml } from './plain-text.ts'
import { shallow } from './shallow.ts'
import { limitTables } from './tables.ts'

export type Format = 'md' | 'html'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
limitTables(markdown)

const NOBODY: ReadonlyMap<string, string> = new Map()

const LINK = /^(https?:\/\/|mailto:)/i
const MOST_NESTED = 30

// Its page or mail has headings of its own above this text.
const HEADINGS = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' }

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li', 'h3', 'h4', 'h5', 'h6'],
    ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'iframe',
    'svg',
    'math',
  ],
  nestingLimit: MOST_NESTED,
  transformTags: {
    ...HEADINGS,
    a: (_, { href = '' }) => {
      const attribs: sanitizeHtml.Attributes = LINK.test(href.trim())
        ? { href: href.trim(), rel: 'noopener nofollow' }
        : {}
      return { tagName: 'a', attribs }
    },
    // A remote image would tell its owner who reads, and when.
    img: (_, { alt = '' }) => ({ tagName: 'i', attribs: {}, text: alt === '' ? '' : `[${alt}]` }),
  },
}

// The same texts stand on page after page, and cleaning one takes longer than all else that shows it.
const ROOM_BYTES = 8 * 1024 * 1024
const cleaned = boundedCache<string>(ROOM_BYTES, (html, key) => bytesOf(html, key))

/**
 * A text people wrote as HTML that may stand in a page or mail: links to http, https and mailto only; no
 * style, form, script, image or class, and no control characters. `mentions`: what those are called whom it
 * names, by their usernames.
 */
export function toHtml(text: string, format: Format, mentions = NOBODY): string {
  const key = `${format} ${text}`
  return nameMentions(cleaned.get(key) ?? cleaned.keep(key, clean(text, format)), mentions)
}

function clean(text: string, format: Format): string {
  const source = withoutControls(text)
  const html = sanitizeHtml(format === 'md' ? markdown.render(source) : shallow(source), RULES)
  // Entities may have brought control characters back.
  const bare = withoutControls(html)
  return (bare === html ? html : sanitizeHtml(bare, RULES)).trim()
}

/** The same text without markup, readable as it is: links beside their words, lists with their marks. */
export function toPlain(text: string, format: Format, mentions = NOBODY): string {
  return plainOfHtml(toHtml(text, format, mentions))
}
