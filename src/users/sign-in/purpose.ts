/** What a mail is for: to sign in, to confirm a new address, or to tell the old one that it was changed. */
export const PURPOSES = ['sign_in', 'new_address', 'old_address'] as const
export type MailPurpose = (typeof PURPOSES)[number]
