import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'

/** The input of every door. */
export type Services = { db: Db; config: Config }

/** The same for a door: its changes obey the configured limits. */
export function withLimits({ db, config }: Services): Services {
  const limits = { invites_of_person: config.invites_per_hour, invites_of_key: config.invites_per_hour_key }
  return { db: { ...db, limits }, config }
}
