/** The actions of the people who run the service; each is recorded. */
export const DEEDS = [
  'admin_added',
  'admin_removed',
  'group_made',
  'group_suspended',
  'group_resumed',
  'group_deleted',
  'group_restored',
  'group_removed',
  'group_admin_named',
  'sessions_ended',
  'person_erased',
  'groups_opened',
  'groups_closed',
  'identity_set',
  'loomio_imported',
  'would_join',
  'would_leave',
] as const

export type Deed = (typeof DEEDS)[number]
