/** The kind of a feed: one's own calendar, or the events of a group. */
export type FeedKind = 'calendar' | 'group'

/** A feed in its owner's list: the calendar, or the feed of a group, which may be suspended. */
export type ListedFeed = {
  id: number
  group: { handle: string; name: string; suspended: boolean } | null
  created_at: Date
}

export const FEED_PATHS: Record<FeedKind, string> = {
  calendar: '/feeds/calendar.ics',
  group: '/feeds/group.atom',
}

/**
 * The secret address. The token is in the query, because logs contain paths. `public_url` is the configured
 * origin.
 */
export function feedAddress(public_url: string, kind: FeedKind, token: string): string {
  return `${public_url}${FEED_PATHS[kind]}?k=${token}`
}
