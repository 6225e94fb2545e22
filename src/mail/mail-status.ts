import { type Field, is } from '../db/row-types.ts'

/** `dropped`: it became outdated before it was sent. */
export const MAIL_STATUSES = ['waiting', 'sent', 'failed', 'dropped'] as const

export type MailStatus = (typeof MAIL_STATUSES)[number]

export const MAIL_STATUS: Field<MailStatus> = is.oneOf(MAIL_STATUSES)
