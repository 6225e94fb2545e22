const MAX_PATH = 500
const HERE = 'https://here.invalid'

/**
 * The address of one of our own pages, without its origin, from what a form or an address says; `otherwise`
 * for everything else: other sites, however they are spelt, and the pages that sign in and out.
 */
export function ownPath(text: unknown, otherwise = '/'): string {
  const path = pathHere(text)
  return path === null || /^\/(sign-(in|out)|setup)([/?]|$)/.test(path) ? otherwise : path
}

/** The same of any page of ours; null for other sites. */
export function pathHere(text: unknown): string | null {
  // A browser takes a backslash for a slash, and leaves out line breaks: what it reads must be what is
  // checked.
  if (typeof text !== 'string' || !/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) || text.length > MAX_PATH)
    return null
  const url = URL.canParse(text, HERE) ? new URL(text, HERE) : null
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return null
  return `${url.pathname}${url.search}`
}

/** The address at which somebody signs in and then goes on to `next`. */
export function signInPath(next: string): string {
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}
