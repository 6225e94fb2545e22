import { type Act, change, SYSTEM } from '../../db/db.ts'
import type { Services } from '../../http/services.ts'

/** Runs a change as the person whom a link stands for. */
export function actAs<T>({ db }: Services, user_id: number, run: (act: Act) => Promise<T>): Promise<T> {
  return change(db, { kind: 'person', user_id }, run)
}

/** Runs a change for somebody of whom nobody knows yet who it is: asking to sign in, signing out. */
export function actForStranger<T>({ db }: Services, run: (act: Act) => Promise<T>): Promise<T> {
  return change(db, SYSTEM, run)
}
