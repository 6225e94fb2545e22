/** What lets somebody into an account, and was added or removed. */
export const ACCESS_NOTES = ['passkey_added', 'passkey_removed', 'login_linked', 'login_removed'] as const
export type AccessNote = (typeof ACCESS_NOTES)[number]
/** Mails that tell a person what was changed in their account. */
const NOTES = ['old_address', ...ACCESS_NOTES] as const
/** The same as a list in SQL. */
export const NOTE_LIST = NOTES.map((note) => `'${note}'`).join(', ')
/**
 * The purpose of a mail: to sign in, to confirm a new address, to link a provider's login to the account, or
 * a notice.
 */
export const PURPOSES = ['sign_in', 'new_address', 'join_login', ...NOTES] as const
export type MailPurpose = (typeof PURPOSES)[number]

export const isNote = (purpose: MailPurpose): boolean => NOTES.some((note) => note === purpose)
