/** What lets somebody into an account, and was added or removed. */
export const ACCESS_NOTES = ['passkey_added', 'passkey_removed', 'login_linked', 'login_removed'] as const
export type AccessNote = (typeof ACCESS_NOTES)[number]
/** Notes that anybody gets in the same words; `trial`: to see whether mails arrive. */
export type AccountNote = AccessNote | 'trial'
/** Mails with neither a link nor a code, most of them about what was changed in the account. */
const NOTES = ['old_address', 'trial', ...ACCESS_NOTES] as const
/** The same as a list in SQL. */
export const NOTE_LIST = NOTES.map((note) => `'${note}'`).join(', ')
/**
 * The purpose of a mail: to sign in, to confirm a new address, to link a provider's login to the account, or
 * a notice.
 */
export const PURPOSES = ['sign_in', 'new_address', 'join_login', ...NOTES] as const
export type MailPurpose = (typeof PURPOSES)[number]

export const isNote = (purpose: MailPurpose): boolean => NOTES.some((note) => note === purpose)
