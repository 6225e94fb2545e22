import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { groupState, requireActive } from '../../groups/group-state.ts'
import { hashToken } from '../../users/secret.ts'
import type { CountedBallots } from '../counts/counting.ts'
import { loadClosingCount } from '../counts/load-count.ts'
import { type LoadedPoll, loadPoll } from '../load-poll.ts'
import { loadChanges } from '../past/load-poll-past.ts'
import type { Changes, Reopening } from '../past/poll-past.ts'
import { pollState } from '../poll.ts'
import { ALL_ASKED, loadUnasked, type Unasked } from '../results/load-unasked.ts'
import { browserHash } from './browser-hash.ts'
import { findOpenBallot, type OpenBallot } from './open-ballots-store.ts'
import { findOpenLink, listOpenLinks } from './open-links-store.ts'
import { type OpenLink, stateOfOpenLink } from './vote-link.ts'

export type { OpenBallot } from './open-ballots-store.ts'

/**
 * A poll as someone with an open link sees it: without single ballots. `own`: the vote of this browser.
 * With what was changed since voting opened, and not by whom.
 */
export type OpenVisit = {
  link: OpenLink
  loaded: LoadedPoll
  own: OpenBallot | null
  /** How a closed poll elected; null: its sums say it all, or it is not counted. */
  counted: CountedBallots | null
  unasked: Unasked
} & Changes

/**
 * The poll behind the link with this token; `browser`: the token of the reader's browser. NotFound: no such
 * link, or its poll is gone; Forbidden: the group is suspended.
 */
export async function loadOpenLink(db: Queryable, token: string, browser: string): Promise<OpenVisit> {
  const link = token === '' ? null : await findOpenLink(db, hashToken(token))
  if (link === null) throw new NotFound()
  const own = browser === '' ? null : await findOpenBallot(db, browserHash(link.poll_id, browser))
  const viewer = { has_voted: own !== null }
  const loaded = await loadPoll(db, link.poll_id, { viewer, wantsBallots: () => false })
  if (loaded === null || pollState(loaded.poll, loaded.now).is === 'draft') throw new NotFound()
  const { group } = loaded.in_group
  requireActive(groupState(group))
  const [counted, unasked, { edited, changes, reopened }] = await Promise.all([
    loadClosingCount(db, loaded),
    loadUnasked(db, [loaded]),
    loadChanges(db, loaded.poll),
  ])
  return {
    ...{ link, loaded, own, counted, edited },
    unasked: unasked.get(link.poll_id) ?? ALL_ASKED,
    changes: changes.map(unnamed),
    reopened: reopened === null ? null : unnamed(reopened),
  }
}

const unnamed = <Change extends Reopening>(change: Change) => ({ ...change, by: null })

/**
 * Why this browser sees nothing through the link. After the link has ended, only people who voted by it still
 * do, even after the closing. Null: it does.
 */
export function hindranceTo({ link, loaded: { poll, now }, own }: OpenVisit): 'ended' | 'used_up' | null {
  const state = stateOfOpenLink(link)
  if (own !== null || state === 'open') return null
  return state === 'used_up' && pollState(poll, now).is === 'closed' ? null : state
}

/** The poll's links, newest first, at most `most`. */
export function loadOpenLinks(db: Queryable, poll_id: number, most: number): Promise<OpenLink[]> {
  return listOpenLinks(db, poll_id, most)
}
