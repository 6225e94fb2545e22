import { escapeHtml } from './markup.ts'

/**
 * An @ that is not inside an address or a word, and the username after it, if there is one: "@ada-vale"; in
 * "ben@mill.example" there is neither.
 */
export const MENTION = /(?<![\p{L}\p{N}_.@/-])@([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?/giu
/** After a name: it is part of another. */
export const GOES_ON = /^[\p{L}\p{N}]/u
/** How many marks of a text are compared with whole names: it may consist of nothing else. */
export const MOST_MARKS = 500

const PIECE = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|[^<]+/gi
/** Inside these the text stays as written. */
const AS_WRITTEN = new Set(['a', 'code', 'pre'])

/** `whole`: displayed names as `folded` in HTML, longest first. `left`: of the marks to compare with them. */
type Mentions = { names: ReadonlyMap<string, string>; whole: string[]; left: number }

/**
 * Replaces usernames in a sanitized text by names, and isolates these: "@Ada Vale". Whole names after an @
 * are isolated as they are written: in a sentence that runs the other way the @ would be at the wrong end.
 * `names`: by usernames in lower case, of people without one by anything else; other words stay.
 */
export function nameMentions(html: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0 || !html.includes('@')) return html
  const mentions: Mentions = { names, whole: wholeNames(names), left: MOST_MARKS }
  let within = 0
  return html.replace(PIECE, (piece: string, end?: string, tag?: string) => {
    if (tag === undefined) return within > 0 ? piece : named(piece, mentions)
    if (AS_WRITTEN.has(tag)) within += end === '/' ? -1 : 1
    return piece
  })
}

/** Lists tell people of one name apart by it ("Ada Vale (#7)"); texts may have the name by itself. */
const NUMBER = / \(#\d+\)$/

function wholeNames(names: ReadonlyMap<string, string>): string[] {
  const written = [...names.values()].flatMap((name) => [name, name.replace(NUMBER, '')])
  const whole = new Set(written.map((name) => folded(escapedAsSanitized(name))))
  return [...whole].sort((a, b) => b.length - a.length)
}

/** The sanitizer leaves quotes as they are. */
function escapedAsSanitized(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** In lower case, unless that moves its letters. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

function named(text: string, mentions: Mentions): string {
  const compared = folded(text)
  let [shown, done] = ['', 0]
  for (const { index, 1: username = '' } of text.matchAll(MENTION)) {
    const start = index + 1
    if (start <= done) continue
    const whole = mentions.left-- > 0 ? wholeAt(compared, start, mentions) : 0
    const name = mentions.names.get(username.toLowerCase())
    const by_username = name !== undefined && username.length >= whole
    if (!by_username && whole === 0) continue
    const end = start + (by_username ? username.length : whole)
    const written = by_username ? escapeHtml(name) : text.slice(start, end)
    shown += `${text.slice(done, index)}<bdi>@${written}</bdi>`
    done = end
  }
  return shown + text.slice(done)
}

/** The length of the whole name that starts here; 0: none does. */
function wholeAt(text: string, start: number, { whole }: Mentions): number {
  const name = whole.find(
    (one) => text.startsWith(one, start) && !GOES_ON.test(text.slice(start + one.length)),
  )
  return name?.length ?? 0
}
