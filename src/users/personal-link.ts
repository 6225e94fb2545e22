/** What a link acts for. A link serves one purpose, one person and one subject. */
export type LinkPurpose = 'ballot' | 'thread' | 'invitation' | 'unsubscribe'

/** How a link came to be: sent in a mail, or copied by hand on a page or a command line. */
export type LinkOrigin = 'mail' | 'page' | 'command_line'

/** How links came to be, and who copied them by hand. */
export type LinkMaking = { origin: LinkOrigin; copied_by: number | null }

/** A personal link as it is kept; its token is not. */
export type PersonalLink = {
  purpose: LinkPurpose
  user_id: number
  group_id: number
  discussion_id: number | null
  poll_id: number | null
  /** Destroyed when the poll is sealed. */
  discreet: boolean
}

/**
 * What a link leads to: a poll or thread by its public key, a group by its handle, or the end of a group's
 * mails.
 */
export type LinkSubject =
  | { purpose: 'ballot' | 'thread'; key: string }
  | { purpose: 'invitation'; handle: string }
  | { purpose: 'unsubscribe' }

/**
 * Links copied by hand for many people at once, a line for each. `after`: the last of these people, where
 * more come behind them.
 */
export type CopiedLinks = { lines: string[]; after: number | null }

/** The address of a personal link. `public_url` is the configured origin, never one taken from a request. */
export function linkAddress(public_url: string, subject: LinkSubject, token: string): string {
  return `${public_url}${pathOf(subject)}?k=${token}`
}

function pathOf(subject: LinkSubject): string {
  switch (subject.purpose) {
    case 'ballot':
      return `/p/${subject.key}`
    case 'thread':
      return `/d/${subject.key}`
    case 'invitation':
      return `/g/${subject.handle}`
    case 'unsubscribe':
      return '/unsubscribe'
  }
}
