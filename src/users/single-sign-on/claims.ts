import { checkName, readName } from '../name.ts'
import { readAddress } from '../user.ts'

/** What a provider said about a person. */
export type Claims = {
  /** Unique at its issuer, and never given to someone else. */
  subject: string
  /** Valid, and verified by the provider. Null: it sent none. */
  address: string | null
  /** As it may be saved here; null: none, or not allowed. */
  name: string | null
  /** The values of the claim about groups that settings can name. Null: missing, or no list of groups. */
  groups: string[] | null
  /** When they proved there who they are. Null: it does not say. */
  proven_at: Date | null
}

/** An ID token's claims or an answer of the userinfo endpoint. */
export type ClaimSet = Readonly<Record<string, unknown>>

export const MAX_SUBJECT = 255
const MAX_CLAIM_TEXT = 500
const SECOND_MS = 1_000

/**
 * Reads the claims about one subject, from the first set that has them. An address counts only if the same
 * set says that it is verified. Of a claim that is too long, or has another type, nothing is read.
 */
export function readClaims(
  subject: string,
  sets: readonly ClaimSet[],
  groups_claim: string | null,
): Omit<Claims, 'proven_at'> {
  return {
    subject,
    address: firstOf(sets, verifiedAddress),
    name: firstOf(sets, nameIn),
    groups: groups_claim === null ? null : firstOf(sets, (set) => groupsIn(set[groups_claim])),
  }
}

/** Whether these sets already have all that may be asked for. */
export function isComplete(
  { address, name, groups }: Omit<Claims, 'proven_at'>,
  groups_claim: string | null,
): boolean {
  return address !== null && name !== null && (groups_claim === null || groups !== null)
}

/**
 * The same, once all sets are there: if none of them has the claim about groups, the person is in no group;
 * unless one says that the claim is somewhere else, as for people in more groups than fit.
 */
export function inNoGroup<T extends object>(claims: T, sets: readonly ClaimSet[], groups_claim: string) {
  const missing = sets.every((set) => set[groups_claim] === undefined && !isElsewhere(set, groups_claim))
  return missing ? { ...claims, groups: [] } : claims
}

/**
 * When an ID token says that the person proved who they are. Null: it does not say, as it need not unless it
 * is asked. A provider that `tells` nobody is taken to have asked just now: there is no way to know better.
 */
export function provenAt(
  { auth_time }: ClaimSet,
  { tells, now }: { tells: boolean; now: Date },
): Date | null {
  const stated = typeof auth_time === 'number' && auth_time > 0 ? auth_time * SECOND_MS : null
  if (stated !== null) return new Date(Math.min(stated, now.getTime()))
  return tells || auth_time !== undefined ? null : now
}

/** OpenID Connect Core 5.6.2; `hasgroups`: Microsoft's word for the same. */
function isElsewhere({ _claim_names, hasgroups }: ClaimSet, claim: string): boolean {
  if (claim === 'groups' && hasgroups !== undefined && hasgroups !== false) return true
  return typeof _claim_names === 'object' && _claim_names !== null && Object.hasOwn(_claim_names, claim)
}

function firstOf<T>(sets: readonly ClaimSet[], read: (set: ClaimSet) => T | null): T | null {
  for (const set of sets) {
    const found = read(set)
    if (found !== null) return found
  }
  return null
}

// Some providers write the flag as a text.
function verifiedAddress({ email, email_verified }: ClaimSet): string | null {
  const verified = email_verified === true || email_verified === 'true'
  return verified && isShort(email) ? readAddress(email) : null
}

function nameIn({ name }: ClaimSet): string | null {
  const read = isShort(name) ? readName(name) : null
  return read === null || checkName(read).length > 0 ? null : read
}

/**
 * A single text is a list of one. Values that no setting can name are left out: people who make groups at the
 * provider must not spoil what its other groups say.
 */
function groupsIn(claim: unknown): string[] | null {
  const list = typeof claim === 'string' ? [claim] : claim
  return Array.isArray(list) ? [...new Set(list.filter(isShort).filter(isStorable))] : null
}

/** Whether PostgreSQL keeps this text as it is: it refuses some, and makes others equal. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_CLAIM_TEXT
}
