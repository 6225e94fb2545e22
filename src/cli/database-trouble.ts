import pg from 'pg'
import { isLost } from '../db/lost.ts'
import { Halt } from '../errors.ts'

/** What went wrong and how to fix it, by SQLSTATE or by the system's error code. */
const TROUBLES: Record<string, (words: string) => string> = {
  ECONNREFUSED: () => 'connection refused; start PostgreSQL, or correct the address',
  ENOENT: () => 'the socket does not exist; start PostgreSQL, or correct the address',
  ENOTFOUND: () => 'host not found; correct the address',
  EAI_AGAIN: () => 'could not resolve the host name; correct the address, or fix the network',
  ETIMEDOUT: () => 'no response; start PostgreSQL, correct the address, or fix the network',
  EHOSTUNREACH: () => 'the host is unreachable; correct the address, or fix the network',
  ENETUNREACH: () => 'the host is unreachable; correct the address, or fix the network',
  ECONNRESET: () => 'the connection was closed; is that a PostgreSQL server?',
  '28P01': () => 'the server rejected the user name or password; correct them',
  '28000': (words) => `the server does not allow this user to connect from here (${words})`,
  '3D000': (words) => `${words}; create it, or correct the address`,
  '53300': () => 'the server has no free connections; raise its max_connections, or lower DB_POOL',
  '53100': (words) => `its disk is full (${words}); free some space`,
  '57P03': () => 'the server is starting or stopping; try again shortly',
  '42501': (words) => `the user lacks a permission (${words}); make this user the owner of the database`,
}

/** What the driver says if the server asks for a password and there is none. */
const NO_PASSWORD = /^SASL: .* client password must be a (non-empty )?string$/
const ASK_PASSWORD =
  'the server asks for a password; set PGPASSWORD, or write it into ~/.pgpass or the address'

/** The Halt for a database that cannot be used, with its name; null for any other error. */
export function databaseTrouble(error: unknown, name: string): Halt | null {
  const halt = (what: string) => new Halt(`${name}: ${what}.`)
  if (!(error instanceof Error) || error instanceof Halt) return null
  if (NO_PASSWORD.test(error.message)) return halt(ASK_PASSWORD)
  if (!(error instanceof pg.DatabaseError) && !isLost(error)) return null
  const trouble = TROUBLES[codeOf(error) ?? '']
  if (trouble !== undefined) return halt(trouble(error.message))
  return /timeout/i.test(error.message) ? halt(TROUBLES['ETIMEDOUT']?.('') ?? '') : null
}

/** If a host has several addresses, the error holds one error for each. */
function codeOf(error: Error): string | null {
  const { code } = (error instanceof AggregateError ? (error.errors[0] ?? error) : error) as {
    code?: unknown
  }
  return typeof code === 'string' ? code : null
}
