import { type Markup, markup } from '../text/markup.ts'
import { oneLine } from '../text/one-line.ts'

/** Atom (RFC 4287). */

/** An entry of a feed. */
export type AtomEntry = {
  /** The address of its subject; with `part` it is the entry's permanent id. */
  url: string
  part: string
  title: string
  author: string
  published: Date | null
  updated: Date
  /** What it can be checked by. */
  related?: string
  /** HTML; or, for a long text, its start without markup. */
  text: { html: string } | { beginning: string }
}

/** `own`: its own address, unless that is secret. */
export type AtomFeed = { url: string; own?: string; title: string; updated: Date; entries: AtomEntry[] }

/**
 * The feed as XML. It does not contain its own address where that is secret: a copy of the file does not
 * give access.
 */
export function atomText({ url, own, title, updated, entries }: AtomFeed): string {
  const { html } = markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${url}</id>
<title>${oneLine(title)}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${oneLine(title)}</name></author>
<link rel="alternate" type="text/html" href="${url}"/>
${own === undefined ? null : markup`<link rel="self" type="application/atom+xml" href="${own}"/>\n`}<generator>Folkmoot</generator>
${entries.map(entryOf)}</feed>
`
  return withoutForbidden(html)
}

function entryOf({ url, part, title, author, published, updated, related, text }: AtomEntry): Markup {
  return markup`<entry>
<id>${url}${part}</id>
<title>${oneLine(title)}</title>
<author><name>${oneLine(author)}</name></author>
${
  published === null ? null : markup`<published>${published.toISOString()}</published>\n`
}<updated>${updated.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
${related === undefined ? null : markup`<link rel="related" type="text/plain" href="${related}"/>\n`}${
  'html' in text
    ? markup`<content type="html">${text.html}</content>`
    : markup`<summary>${text.beginning}</summary>`
}
</entry>
`
}

/** XML forbids some characters in any form. */
function withoutForbidden(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
}
