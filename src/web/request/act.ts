import { type Act, change, SYSTEM } from '../../db/db.ts'
import type { Services } from '../../http/services.ts'

/** Runs a change as the person that a link belongs to. */
export function actAs<T>({ db }: Services, user_id: number, run: (act: Act) => Promise<T>): Promise<T> {
  return change(db, { kind: 'person', user_id }, run)
}

/** Runs a change before the person is known: requesting a sign-in mail, signing out. */
export function actForStranger<T>({ db }: Services, run: (act: Act) => Promise<T>): Promise<T> {
  return change(db, SYSTEM, run)
}
