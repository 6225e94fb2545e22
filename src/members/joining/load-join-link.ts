import type { Queryable } from '../../db/sql.ts'
import { NotFound } from '../../errors.ts'
import { type GroupFacts, groupFacts } from '../../groups/group-facts.ts'
import { groupState, requireActive } from '../../groups/group-state.ts'
import { readGroupVisitById } from '../../groups/group-visit-reads.ts'
import { wasRemoved } from '../../groups/memberships-store.ts'
import { hashToken } from '../../users/secret.ts'
import { findJoinLink, findJoinLinkById, type ListedJoinLink } from './join-links-store.ts'
import type { JoinRequest } from './join-request.ts'
import { findRequest, findRequestOf } from './join-requests-store.ts'

/** A link with its group, as someone who has it sees them. `member`: the reader has joined already. */
export type JoinVisit = {
  now: Date
  link: ListedJoinLink
  in_group: GroupFacts
  member: boolean
  /** An admin reviews the request first: so the link says, or the reader was removed once. */
  asks: boolean
  /** The reader's own earlier request. */
  request: JoinRequest | null
}

const NOBODY = 0

/**
 * The link with this token; `user_id`: of the reader, null for strangers. NotFound: no such link, or its
 * group is gone; Forbidden: the group is suspended.
 */
export async function loadJoinLink(db: Queryable, token: string, user_id: number | null): Promise<JoinVisit> {
  const link = token === '' ? null : await findJoinLink(db, hashToken(token))
  if (link === null) throw new NotFound()
  return visitOf(db, link, user_id)
}

/** The link of this person's own request. NotFound: they have no such request. */
export async function loadJoinWish(db: Queryable, request_id: number, user_id: number): Promise<JoinVisit> {
  const request = await findRequest(db, request_id, user_id)
  const link = request === null ? null : await findJoinLinkById(db, request.link_id)
  if (link === null) throw new NotFound()
  return visitOf(db, link, user_id)
}

async function visitOf(db: Queryable, link: ListedJoinLink, user_id: number | null): Promise<JoinVisit> {
  const { group_id } = link
  const row = await readGroupVisitById(db, group_id, user_id ?? NOBODY)
  if (row === null) throw new NotFound()
  const in_group = groupFacts(row.in_group)
  requireActive(groupState(in_group.group))
  const request = user_id === null ? null : await findRequestOf(db, { group_id, user_id })
  const member = row.membership !== null && row.membership.accepted_at !== null
  const asks = link.asks || (user_id !== null && (await wasRemoved(db, { group_id, user_id })))
  return { now: row.now, link, in_group, member, asks, request }
}
