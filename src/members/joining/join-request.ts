import { type Fields, is } from '../../db/row-types.ts'
import { ASK_AGAIN_DAYS } from './join-link.ts'

export const REQUEST_STATES = ['unconfirmed', 'waiting', 'joined', 'approved', 'declined'] as const

/** A person's use of a link. `name`: as typed, until their address is confirmed. */
export type JoinRequest = {
  id: number
  group_id: number
  link_id: number
  user_id: number
  state: (typeof REQUEST_STATES)[number]
  name: string | null
  asked_at: Date
  answered_at: Date | null
}

export const JOIN_REQUEST_ROW: Fields<JoinRequest> = {
  id: is.integer,
  group_id: is.integer,
  link_id: is.integer,
  user_id: is.integer,
  state: is.oneOf(REQUEST_STATES),
  name: is.nullable(is.text),
  asked_at: is.instant,
  answered_at: is.nullable(is.instant),
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Whether a person was declined so recently that they may not ask again yet. */
export function isDeclined(
  { state, answered_at }: Pick<JoinRequest, 'state' | 'answered_at'>,
  now: Date,
): boolean {
  const since = now.getTime() - (answered_at?.getTime() ?? 0)
  return state === 'declined' && since < ASK_AGAIN_DAYS * DAY_MS
}
