import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'

/** What every door is handed when it is built. */
export type Services = { db: Db; config: Config }
