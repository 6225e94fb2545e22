import { type Field, is } from '../db/row-types.ts'

/** `dropped`: its moment passed before it was sent. */
export type MailStatus = 'waiting' | 'sent' | 'failed' | 'dropped'

export const MAIL_STATUS: Field<MailStatus> = is.oneOf(['waiting', 'sent', 'failed', 'dropped'])
