/**
 * What a mail is for: to sign in, to confirm a new address, to tell the old one that it was changed, or to
 * let a provider's login join the account.
 */
export const PURPOSES = ['sign_in', 'new_address', 'old_address', 'join_login'] as const
export type MailPurpose = (typeof PURPOSES)[number]
