import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { isolate, runsToTheLeft } from '../locales/isolate.ts'
import { boundedCache, bytesOf } from './bounded-cache.ts'
import { nameMentions } from './mention-names.ts'
import { withoutControls } from './one-line.ts'
import { plainOfHtml } from './plain-text.ts'
import { shallow } from './shallow.ts'
import { limitTables } from './tables.ts'

export type Format = 'md' | 'html'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
limitTables(markdown)

/** The sanitizer lets through no such element of users. */
const MENTIONED = /<bdi>([^<]*)<\/bdi>/g

const NOBODY: ReadonlyMap<string, string> = new Map()

const LINK = /^(https?:\/\/|mailto:)/i
const MOST_NESTED = 30

// Its page or mail has its own headings above this text.
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
    // A remote image would show its owner who reads, and when.
    img: (_, { alt = '' }) => ({ tagName: 'i', attribs: {}, text: alt === '' ? '' : `[${alt}]` }),
  },
}

// The same texts appear on many pages, and sanitizing one takes longer than the rest of the page.
const ROOM_BYTES = 8 * 1024 * 1024
const cleaned = boundedCache<string>(ROOM_BYTES, (html, key) => bytesOf(html, key))

/**
 * Sanitizes a user's text for a page or mail: links to http, https and mailto only; no style, form, script,
 * image or class, and no control characters. `mentions`: names of mentioned people, by their usernames.
 */
export function toHtml(text: string, format: Format, mentions = NOBODY): string {
  const key = `${format} ${text}`
  return nameMentions(cleaned.get(key) ?? cleaned.keep(key, clean(text, format)), mentions)
}

function clean(text: string, format: Format): string {
  const source = withoutControls(text)
  const html = sanitizeHtml(format === 'md' ? markdown.render(source) : shallow(source), RULES)
  // Entities may have added control characters.
  const bare = withoutControls(html)
  return (bare === html ? html : sanitizeHtml(bare, RULES)).trim()
}

/**
 * The same text without markup: links beside their texts, lists with their marks, mentions isolated if
 * anything there runs to the left.
 */
export function toPlain(text: string, format: Format, mentions = NOBODY): string {
  const html = toHtml(text, format, mentions)
  return plainOfHtml(runsToTheLeft(html) ? html.replace(MENTIONED, (_, name: string) => isolate(name)) : html)
}
