import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Transport } from './transport.ts'

/**
 * The result for a mail. `none`: no mail was due. `code`: the server's reply if it did not accept the mail.
 */
export type Sent =
  | { outcome: 'none' | 'sent' | 'dropped' }
  | { outcome: 'retry' | 'failed'; id: number; code: string; discreet: boolean }

export type Sender = { db: Db; config: Pick<Config, 'public_url' | 'mail_from'>; transport: Transport }
