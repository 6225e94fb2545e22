import { escapeHtml } from './markup.ts'

/** "@ada-vale" in a text, not inside an address or a word: "ben@mill.example" mentions nobody. */
export const MENTION = /(?<![\p{L}\p{N}_.@/-])@([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)/giu

const PIECE = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|[^<]+/gi
/** Inside these the text stays as written. */
const AS_WRITTEN = new Set(['a', 'code', 'pre'])

/**
 * Replaces usernames in a sanitized text by names: "@Ada Vale". `names`: by usernames in lower case; others
 * stay as they are.
 */
export function nameMentions(html: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0 || !html.includes('@')) return html
  let within = 0
  return html.replace(PIECE, (piece: string, end?: string, tag?: string) => {
    if (tag === undefined) return within > 0 ? piece : named(piece, names)
    if (AS_WRITTEN.has(tag)) within += end === '/' ? -1 : 1
    return piece
  })
}

function named(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(MENTION, (written, username: string) => {
    const name = names.get(username.toLowerCase())
    return name === undefined ? written : `<bdi>@${escapeHtml(name)}</bdi>`
  })
}
