const MAX_PATH = 500
const HERE = 'https://here.invalid'

/** What was chosen on a page. Other parameters may be tokens, or say what was just done. */
const CHOICES = new Set(
  'answer before from group list page part people search state status tag thread type'.split(' '),
)

/** The path of one of our own pages with what was chosen on it, to return to. `url`: its path and query. */
export function returnPath(url: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const chosen = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => CHOICES.has(name)))
  return ownPath(chosen.size === 0 ? path : `${path}?${chosen}`, ownPath(path))
}

/**
 * The path of one of our own pages, or of a place within it, from a form or a URL; `otherwise` for everything
 * else: other sites, however they are written, and the pages that sign in and out.
 */
export function ownPath(text: unknown, otherwise = '/'): string {
  const path = pathHere(text)
  if (path === null || /^\/(sign-(in|out)|setup)([/?]|$)/.test(path)) return otherwise
  return `${path}${new URL(String(text), HERE).hash}`
}

/** The same for any of our pages, without the place; null for other sites. */
export function pathHere(text: unknown): string | null {
  // Browsers treat a backslash as a slash, and remove line breaks: the check must do the same.
  if (typeof text !== 'string' || !/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) || text.length > MAX_PATH)
    return null
  const url = URL.canParse(text, HERE) ? new URL(text, HERE) : null
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return null
  return `${url.pathname}${url.search}`
}

/** The URL where someone who is signed in does so again, and then continues to `next`. */
export function againPath(next: string): string {
  return `/sign-in/again?next=${encodeURIComponent(next)}`
}

/** The URL to sign in and then continue to `next`. */
export function signInPath(next: string): string {
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}
