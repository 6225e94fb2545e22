import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is } from '../db/row-types.ts'
import { type Problem, problem } from '../errors.ts'
import { isBlank } from '../text/blank.ts'
import { checkLength } from '../text/length.ts'
import { MAX_NAME } from '../users/user.ts'

export type Group = {
  id: number
  key: string
  handle: string
  name: string
  description: string | null
  description_format: 'md' | 'html'
  parent_id: number | null
  creator_id: number | null
  /** The language of mails to people without a choice of their own; null: none. */
  locale: string | null
  /** Anyone may visit it, and read the threads that were started as public ones. */
  public: boolean
  /** Search engines may list it while it is public. */
  indexed: boolean
  created_at: Date
  /** By people who run the service; see group-state.ts. */
  suspended_at: Date | null
  deleted_at: Date | null
}

export const GROUP_ROW: Fields<Group> = {
  id: is.integer,
  key: is.text,
  handle: is.text,
  name: is.text,
  description: is.nullable(is.text),
  description_format: is.oneOf(['md', 'html']),
  parent_id: is.nullable(is.integer),
  creator_id: is.nullable(is.integer),
  locale: is.nullable(is.text),
  public: is.flag,
  indexed: is.flag,
  created_at: is.instant,
  suspended_at: is.nullable(is.instant),
  deleted_at: is.nullable(is.instant),
}

export const groupFromJson = jsonReader(GROUP_ROW)

/** The counts shown with a group. `due_polls`: reached their closing time, not yet settled. */
export type GroupCounts = {
  memberships: number
  pending_memberships: number
  admin_memberships: number
  polls: number
  closed_polls: number
  due_polls: number
  discussions: number
  closed_discussions: number
}

/** Whether a group with so many admins would have none without this member. */
export function isOnlyAdmin({ admin }: { admin: boolean }, admins: number): boolean {
  return admin && admins === 1
}

/** Shown to people who may not see the group's counts. */
export const NO_COUNTS: GroupCounts = {
  memberships: 0,
  pending_memberships: 0,
  admin_memberships: 0,
  polls: 0,
  closed_polls: 0,
  due_polls: 0,
  discussions: 0,
  closed_discussions: 0,
}

export type Membership = {
  id: number
  group_id: number
  user_id: number
  inviter_id: number | null
  admin: boolean
  title: string | null
  accepted_at: Date | null
  created_at: Date
}

export const MEMBERSHIP_ROW: Fields<Membership> = {
  id: is.integer,
  group_id: is.integer,
  user_id: is.integer,
  inviter_id: is.nullable(is.integer),
  admin: is.flag,
  title: is.nullable(is.text),
  accepted_at: is.nullable(is.instant),
  created_at: is.instant,
}

export const membershipFromJson = jsonReader(MEMBERSHIP_ROW)

/** A membership that is not revoked, with its person's address. */
export type ListedMembership = Membership & { email: string }

export const LISTED_MEMBERSHIP_ROW: Fields<ListedMembership> = { ...MEMBERSHIP_ROW, email: is.text }

/** A membership in any state; `has_left`: revoked by its person. */
export type AnyMembership = ListedMembership & { revoked_at: Date | null; has_left: boolean }

export const ANY_MEMBERSHIP_ROW: Fields<AnyMembership> = {
  ...LISTED_MEMBERSHIP_ROW,
  revoked_at: is.nullable(is.instant),
  has_left: is.flag,
}

/** How a membership ended: by its person, by others, or before it began. */
export type Ending = 'left' | 'removed' | 'withdrawn'

/** Of a revoked membership. An invitation that was not accepted can only be withdrawn. */
export function endingOf({ accepted_at, has_left }: Pick<AnyMembership, 'accepted_at' | 'has_left'>): Ending {
  if (accepted_at === null) return 'withdrawn'
  return has_left ? 'left' : 'removed'
}

/** A removed member; kept so that the removal can be undone. */
export type RemovedMembership = ListedMembership & { revoked_at: Date }

/** A member's abilities in the group. */
export type GroupAbility = 'read' | 'start' | 'administer'

/** Members who have joined; invited people see only the invitation, former members nothing. */
export function mayReadGroup(membership: Pick<Membership, 'accepted_at'> | null): boolean {
  return membership !== null && membership.accepted_at !== null
}

/** Members start threads and polls. */
function mayStart(membership: Pick<Membership, 'accepted_at'> | null): boolean {
  return mayReadGroup(membership)
}

/** Admins manage members, API keys, outbox and settings. */
function mayAdminister(membership: Pick<Membership, 'accepted_at' | 'admin'> | null): boolean {
  return mayReadGroup(membership) && membership?.admin === true
}

/** All of them, for pages. */
export function groupAbilities(membership: Pick<Membership, 'accepted_at' | 'admin'> | null): GroupAbility[] {
  return [
    ...(mayReadGroup(membership) ? ['read' as const] : []),
    ...(mayStart(membership) ? ['start' as const] : []),
    ...(mayAdminister(membership) ? ['administer' as const] : []),
  ]
}

const HANDLE = /^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/

/** Whether a text can be the handle of a group. */
export function isHandle(text: string): boolean {
  return HANDLE.test(text)
}

/** Problems of a new group's name and handle. No handle is none: `createGroup` chooses one. */
export function checkGroup({ name, handle }: { name: string; handle: string }): Problem[] {
  const wrong = handle !== '' && !isHandle(handle)
  return [...checkName(name), ...(wrong ? [problem('handle', 'no_handle')] : [])]
}

/** Problems of a group's name. */
export function checkName(name: string): Problem[] {
  if (isBlank(name)) return [problem('name', 'blank')]
  return checkLength('name', name, MAX_NAME)
}

const MAX_DESCRIPTION = 10_000

/** Problems of a group's description. */
export function checkDescription(description: string | null): Problem[] {
  return checkLength('description', description, MAX_DESCRIPTION)
}

/** "Board of Trustees" for a top-level group, "Co-op - Board" for a subgroup. */
export function fullName(group: Pick<Group, 'name'>, parent: Pick<Group, 'name'> | null): string {
  return parent === null ? group.name : `${parent.name} - ${group.name}`
}

const MAX_HANDLE = 50

/** How German writes its letters without dots: in other languages, "ö" is no "oe". */
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/**
 * A handle derived from a group's name in this language: "Mill Lane Co-op" gives "mill-lane-co-op"; '' when
 * no character is usable.
 */
export function suggestHandle(name: string, locale: string | null = null): string {
  const spelt = name.normalize('NFC').toLowerCase()
  const latin = locale === 'de' ? spelt.replace(/[äöüß]/g, (letter) => GERMAN[letter] ?? letter) : spelt
  const plain = latin.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_HANDLE)
    .replace(/-$/, '')
}

const TRIES = 20
/** Of the first choice, so that a hyphen and the number have room. */
const ROOM = 46

/** Handles for a group, the first choice first: "board", "board-2", and so on. None when `first` is ''. */
export function handleChoices(first: string): string[] {
  const others = Array.from({ length: TRIES }, (_, index) => `${first.slice(0, ROOM)}-${index + 2}`)
  return [first, ...others].filter(isHandle)
}
