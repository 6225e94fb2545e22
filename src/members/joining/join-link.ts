import { type Fields, is } from '../../db/row-types.ts'
import { type Problem, problem } from '../../errors.ts'

/** A link by which people join a group, without its token, which is not stored. */
export type JoinLink = {
  id: number
  group_id: number
  made_by: number
  /** People ask to join, and an admin answers; otherwise they join at once. */
  asks: boolean
  /** How many people may join by it; null: any number. */
  most: number | null
  joined: number
  ends_at: Date | null
  /** Ended by an admin. */
  ended_at: Date | null
  /** When the admins were last told that too many people use it. */
  flooded_at: Date | null
  created_at: Date
}

export const JOIN_LINK_ROW: Fields<JoinLink> = {
  id: is.integer,
  group_id: is.integer,
  made_by: is.integer,
  asks: is.flag,
  most: is.nullable(is.integer),
  joined: is.integer,
  ends_at: is.nullable(is.instant),
  ended_at: is.nullable(is.instant),
  flooded_at: is.nullable(is.instant),
  created_at: is.instant,
}

/** Most people who may join by one limited link. */
export const MOST_PEOPLE = 10_000
/** Open links of a group at a time. */
export const MOST_LINKS = 50
/** Requests that may wait by one link. */
export const MOST_WAITING = 200
/** How long after a refusal a person may ask again. */
export const ASK_AGAIN_DAYS = 7
/** How often the admins are notified of a flood through one link. */
export const FLOOD_TOLD_HOURS = 24

/** Whether people can use a link, and why not. */
export type LinkState = 'open' | 'ended' | 'over' | 'used_up'

/** The state of a link at `now`. `waiting`: requests by it that nobody has answered. */
export function stateOfLink(
  link: Pick<JoinLink, 'ended_at' | 'ends_at' | 'most' | 'joined'>,
  now: Date,
  waiting = 0,
): LinkState {
  if (link.ended_at !== null) return 'ended'
  if (link.ends_at !== null && link.ends_at <= now) return 'over'
  return link.most !== null && link.joined + waiting >= link.most ? 'used_up' : 'open'
}

/** The settings of a new link. */
export type NewJoinLink = Pick<JoinLink, 'asks' | 'most' | 'ends_at'>

/** Problems of a new link. */
export function checkJoinLink({ most, ends_at }: NewJoinLink, now: Date): Problem[] {
  return [
    ...(most !== null && (!Number.isInteger(most) || most < 1 || most > MOST_PEOPLE)
      ? [problem('most', 'no_count', { least: 1, most: MOST_PEOPLE })]
      : []),
    ...(ends_at !== null && ends_at <= now ? [problem('ends_at', 'past')] : []),
  ]
}

/** The address of the page behind a link. `public_url` is the configured origin, never the request's. */
export function joinAddress(public_url: string, token: string): string {
  return `${public_url}/join?k=${token}`
}
