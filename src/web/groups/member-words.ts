import type { Ending, Group } from '../../groups/group.ts'
import { type PlainKey, sentences, t } from '../../locales/say.ts'
import type { GroupMember } from '../../members/load-member.ts'
import { displayName } from '../../users/user.ts'
import type { Entry } from '../visits/group-door.ts'

export function isOwn({ viewer }: Entry, { membership }: GroupMember): boolean {
  return membership.user_id === viewer.id
}

export function nameOf({ user, membership }: GroupMember): string {
  return user.name === null
    ? t('member.unnamed', { name: displayName(user), address: membership.email })
    : displayName(user)
}

/** Their name as the title of a page, in its own direction. */
export function titleOf(member: GroupMember): { title: string; dir?: 'auto' } {
  return { title: nameOf(member), ...(member.user.name !== null && { dir: 'auto' }) }
}

/** The address of a member's page, or of what it does. */
export function addressOf(entry: Entry, { membership }: GroupMember, act?: string): string {
  const page = `/g/${entry.handle}/members/${membership.id}`
  return act === undefined ? page : `${page}/${act}`
}

/** The stored value of the field. */
export function titleIn({ membership }: GroupMember): { title: string } {
  return { title: membership.title ?? '' }
}

type Ago = 'member.left_ago' | 'member.removed_ago' | 'member.withdrawn_ago'

/** Of a membership that ended: the texts in place of a role, before the date, and in a list. */
export const ENDED: Record<Ending, { role: PlainKey; on: PlainKey; ago: Ago }> = {
  left: { role: 'member.has_left', on: 'member.left', ago: 'member.left_ago' },
  removed: { role: 'member.was_removed', on: 'member.removed', ago: 'member.removed_ago' },
  withdrawn: { role: 'member.was_withdrawn', on: 'member.withdrawn', ago: 'member.withdrawn_ago' },
}

type Seen = Pick<Group, 'public'>

/** What follows for members who leave the group. */
export function leavingWords({ public: is_public }: Seen): string {
  return sentences([t(is_public ? 'leaving.sees_public' : 'leaving.sees_nothing'), t('leaving.about')])
}

/** The same for a member who is removed from it. */
export function removalWords({ public: is_public }: Seen): string {
  const sees = is_public ? 'member.removed_sees_public' : 'member.removed_sees_nothing'
  return sentences([t(sees), t('member.remove_about')])
}
