import { type Markup, markup } from '../text/markup.ts'
import { oneLine } from '../text/one-line.ts'

/** Atom (RFC 4287), as feed readers read it. */

/** What a feed tells. */
export type AtomEntry = {
  /** The address of what it is about; together with `part` it names the entry for ever. */
  url: string
  part: string
  title: string
  author: string
  published: Date | null
  updated: Date
  /** HTML; or, of what is too long, its beginning without markup. */
  text: { html: string } | { beginning: string }
}

export type AtomFeed = { url: string; title: string; updated: Date; entries: AtomEntry[] }

/**
 * The feed as XML. It does not say its own address, which is secret: who passes the file on passes on no
 * more.
 */
export function atomText({ url, title, updated, entries }: AtomFeed): string {
  const { html } = markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${url}</id>
<title>${oneLine(title)}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${oneLine(title)}</name></author>
<link rel="alternate" type="text/html" href="${url}"/>
<generator>Folkmoot</generator>
${entries.map(entryOf)}</feed>
`
  return withoutForbidden(html)
}

function entryOf({ url, part, title, author, published, updated, text }: AtomEntry): Markup {
  return markup`<entry>
<id>${url}${part}</id>
<title>${oneLine(title)}</title>
<author><name>${oneLine(author)}</name></author>
${
  published === null ? null : markup`<published>${published.toISOString()}</published>\n`
}<updated>${updated.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
${
  'html' in text
    ? markup`<content type="html">${text.html}</content>`
    : markup`<summary>${text.beginning}</summary>`
}
</entry>
`
}

/** XML forbids some characters however they are written. */
function withoutForbidden(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
}
