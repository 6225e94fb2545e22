/** The purpose of a link. A link has one purpose, one person and one subject. */
export type LinkPurpose = 'ballot' | 'thread' | 'invitation' | 'unsubscribe'

/** How a link was created: sent in a mail, or copied by hand on a page or a command line. */
export type LinkOrigin = 'mail' | 'page' | 'command_line'

/** How links were created, and who copied them by hand. */
export type LinkMaking = { origin: LinkOrigin; copied_by: number | null }

/** A personal link as stored, without its token. */
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
 * The target of a link: a poll or thread by its public key, a group by its handle, or unsubscribing from a
 * group's mails.
 */
export type LinkSubject =
  | { purpose: 'ballot' | 'thread'; key: string }
  | { purpose: 'invitation'; handle: string }
  | { purpose: 'unsubscribe' }

/**
 * A link to be passed on by hand. `to`: the name and the address of its person; `called`: their name in a
 * sentence.
 */
export type LinkTo = { to: string; called: string; address: string }

/** Links copied by hand for many people at once. `after`: the last of these people, if others follow. */
export type CopiedLinks = { links: LinkTo[]; after: number | null }

/** A mail's voting link carries it to lead on to the poll's thread. */
export const THREAD_FIELD = 'thread'

/** The address of a personal link. `public_url` is the configured origin, never the request's. */
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
