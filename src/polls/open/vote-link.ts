import { type Fields, is } from '../../db/row-types.ts'
import { type Problem, problem } from '../../errors.ts'

/** A link by which anyone votes in a poll, without its token, which is not stored. */
export type OpenLink = {
  id: number
  poll_id: number
  /** How many may vote by it; null: as many as the poll takes. */
  most: number | null
  voted: number
  ended_at: Date | null
  created_at: Date
}

export const OPEN_LINK_ROW: Fields<OpenLink> = {
  id: is.integer,
  poll_id: is.integer,
  most: is.nullable(is.integer),
  voted: is.integer,
  ended_at: is.nullable(is.instant),
  created_at: is.instant,
}

/** Most votes by open links in one poll. */
export const MOST_OPEN_VOTES = 10_000
/** Links of one poll, also those that have ended. */
export const MOST_OPEN_LINKS = 50
const MAX_ADDRESS = 320

export type OpenLinkState = 'open' | 'ended' | 'used_up'

/** Whether new people can vote by it, and why not. */
export function stateOfOpenLink({ ended_at, most, voted }: OpenLink): OpenLinkState {
  if (ended_at !== null) return 'ended'
  return voted >= (most ?? MOST_OPEN_VOTES) ? 'used_up' : 'open'
}

/** Problems of a new link's number of votes. */
export function checkOpenLink(most: number | null): Problem[] {
  if (most === null || (Number.isInteger(most) && most >= 1 && most <= MOST_OPEN_VOTES)) return []
  return [problem('most', 'no_count', { least: 1, most: MOST_OPEN_VOTES })]
}

/** Problems of the address that an open voter may give. */
export function isTooLongAddress(address: string): boolean {
  return address.length > MAX_ADDRESS
}

/** The address of the page behind a link. `public_url` is the configured origin, never the request's. */
export function openAddress(public_url: string, token: string): string {
  return `${public_url}/vote?k=${token}`
}
