const MAX_PATH = 500
const HERE = 'https://here.invalid'

/**
 * The path of one of our own pages, from a form or a URL; `otherwise` for everything else: other sites,
 * however they are written, and the pages that sign in and out.
 */
export function ownPath(text: unknown, otherwise = '/'): string {
  const path = pathHere(text)
  return path === null || /^\/(sign-(in|out)|setup)([/?]|$)/.test(path) ? otherwise : path
}

/** The same for any of our pages; null for other sites. */
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
