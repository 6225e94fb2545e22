/**
 * Fields that existing clients read although they have no feature here: the same in every record. In one
 * table, so that a new feature visibly removes its field.
 */
export const NO_EXTRAS = {
  attachments: [] as string[],
  link_previews: [] as string[],
  mentioned_usernames: [] as string[],
}

/** Who sees a group, and how people join it: by invitations, and by links that its admins share. */
export const PRIVATE_GROUP = {
  group_privacy: 'closed',
  discussion_privacy_options: 'private_only',
  membership_granted_upon: 'invitation',
  is_visible_to_public: false,
} as const

/** The same for a public group. */
export const PUBLIC_GROUP = {
  ...PRIVATE_GROUP,
  group_privacy: 'open',
  discussion_privacy_options: 'public_or_private',
  is_visible_to_public: true,
} as const

/** What members can do without being admins. */
export const MEMBERS_CAN = {
  members_can_add_members: false,
  members_can_add_guests: true,
  members_can_announce: true,
  members_can_create_subgroups: false,
  members_can_start_discussions: true,
  members_can_edit_discussions: false,
  members_can_edit_comments: true,
  members_can_delete_comments: true,
  members_can_raise_motions: true,
} as const
