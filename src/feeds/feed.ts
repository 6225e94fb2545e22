/** What an address is followed for: one's own calendar, or what happens in a group. */
export type FeedKind = 'calendar' | 'group'

/** A feed as its person sees it listed: the calendar, or the feed of a group. */
export type ListedFeed = { id: number; group: { handle: string; name: string } | null; created_at: Date }

export const FEED_PATHS: Record<FeedKind, string> = {
  calendar: '/feeds/calendar.ics',
  group: '/feeds/group.atom',
}

/**
 * The secret address. The token stands in the query: logs keep paths. `public_url` is the configured origin.
 */
export function feedAddress(public_url: string, kind: FeedKind, token: string): string {
  return `${public_url}${FEED_PATHS[kind]}?k=${token}`
}
