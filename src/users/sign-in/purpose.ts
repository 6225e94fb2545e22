/** Mails that tell a person what was changed in their account. */
const NOTES = ['old_address', 'passkey_added', 'passkey_removed'] as const
/**
 * What a mail is for: to sign in, to confirm a new address, to let a provider's login join the account, or a
 * note.
 */
export const PURPOSES = ['sign_in', 'new_address', 'join_login', ...NOTES] as const
export type MailPurpose = (typeof PURPOSES)[number]

export const isNote = (purpose: MailPurpose): boolean => NOTES.some((note) => note === purpose)
