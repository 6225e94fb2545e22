import pg from 'pg'
import { Unavailable } from '../errors.ts'
import { isLost } from './lost.ts'
import { refusedWrite } from './refused-write.ts'

// Serialization failure, deadlock.
const RETRYABLE = new Set(['40001', '40P01'])
// A random public key that is taken already, and an address that someone else got at the same moment: the
// change sees whose it is when it runs again.
const RETRYABLE_UNIQUE = /_key_unique$|^users_email$/

/** Whether a change that failed so may succeed when it runs again. */
export function worthRetrying(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  if (RETRYABLE.has(error.code ?? '')) return true
  return error.code === '23505' && RETRYABLE_UNIQUE.test(error.constraint ?? '')
}

// Those that are worth another attempt come here after the last one.
const AWAY = /^(08|53|57P0)|^(40001|40P01|55P03|57014|25006)$/

/**
 * Unavailable when the error says that the database is unreachable, busy or too slow, or accepts no writes;
 * otherwise the error itself.
 */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const cause = refusedWrite(error)
  if (cause !== null) return new Unavailable('no_writes.cause', { cause, told: '' })
  if (error instanceof pg.DatabaseError) return AWAY.test(error.code ?? '') ? new Unavailable() : error
  return isLost(error) ? new Unavailable() : error
}

/** Whether it failed because it waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** Whether the database refused a statement or commit, so that nothing of it took effect. */
export function isRefusedByDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (!isDatabaseTrouble(error) || isLockTimeout(error))
}

/**
 * Errors of the values or the statement itself, also of too large ones. All others are the database's own
 * trouble.
 */
const FAULTY = /^(21|22|23|44|54|P0)/

/** Whether the database or the connection caused the failure, not the statement. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (asUnavailable(error) instanceof Unavailable) return true
  if (error instanceof pg.DatabaseError) return !FAULTY.test(error.code ?? '')
  return error instanceof Error && 'syscall' in error
}

/** Whether the server has been silent: its connection takes no other statement. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout'
}
