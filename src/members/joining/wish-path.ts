const WISH = '/join/wish?id='

/** The page on which a signed-in person finishes their request, and says their name. */
export function wishPath(request_id: number): string {
  return `${WISH}${request_id}`
}

/** The request that the page at this path finishes; null: it is another page. */
export function requestOf(path: string): number | null {
  const id = path.startsWith(WISH) ? path.slice(WISH.length) : ''
  return /^\d{1,15}$/.test(id) ? Number(id) : null
}

/** The URL in a person's mail: its page confirms their email address, and lets them join. */
export function confirmAddress(public_url: string, token: string): string {
  return `${public_url}/join/confirm?k=${token}`
}
