/** Mails that tell a person what was changed in their account. */
const NOTES = ['old_address', 'passkey_added', 'passkey_removed'] as const
/**
 * The purpose of a mail: to sign in, to confirm a new address, to link a provider's login to the account, or
 * a notice.
 */
export const PURPOSES = ['sign_in', 'new_address', 'join_login', ...NOTES] as const
export type MailPurpose = (typeof PURPOSES)[number]

export const isNote = (purpose: MailPurpose): boolean => NOTES.some((note) => note === purpose)
