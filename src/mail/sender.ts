import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Transport } from './transport.ts'

/**
 * What became of a mail. `none`: no mail was due. `code`: the server's answer, where it did not take the
 * mail.
 */
export type Sent =
  | { outcome: 'none' | 'sent' | 'dropped' }
  | { outcome: 'retry' | 'failed'; id: number; code: string; discreet: boolean }

export type Sender = { db: Db; config: Pick<Config, 'public_url' | 'mail_from'>; transport: Transport }
