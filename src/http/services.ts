import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'

/** What every door is handed when it is built. */
export type Services = { db: Db; config: Config }

/** The same for a door: what is changed through it is held to the limits of the settings. */
export function withLimits({ db, config }: Services): Services {
  const limits = { invites_of_person: config.invites_per_hour, invites_of_key: config.invites_per_hour_key }
  return { db: { ...db, limits }, config }
}
