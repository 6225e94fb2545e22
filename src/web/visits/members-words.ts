import { t } from '../../locales/say.ts'

/** "12 members", and how many were invited and have not joined. */
export function membersWords({
  memberships,
  pending_memberships,
}: {
  memberships: number
  pending_memberships: number
}): string {
  const joined = memberships - pending_memberships
  return pending_memberships === 0
    ? t('group.members', { joined })
    : t('group.members_and_invited', { joined, invited: pending_memberships })
}
