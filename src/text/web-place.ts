type Called = { url: string }

/** Only the host: paths of chat services are secrets. For texts that are kept, or that others read. */
export function hostOf({ url }: Called): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Longer parts of a path may be secrets. */
const LONGEST_PART = 12
const SHOWN_END = 4

/**
 * The host and path of an address, to tell it from others at the same host: without its query, and of parts
 * that may be secrets only the end.
 */
export function placeOf({ url }: Called): string {
  if (!URL.canParse(url)) return url
  const parts = new URL(url).pathname.split('/').filter((part) => part !== '')
  const shown = parts.map((part) => (part.length > LONGEST_PART ? `…${part.slice(-SHOWN_END)}` : part))
  return [hostOf({ url }), ...shown].join('/')
}
