import pg from 'pg'

/**
 * Recognizes errors of database connections. Their codes are not enough: a missing file, or another server
 * that refuses, has the same.
 */

const lost = new WeakSet<Error>()

/** Messages of the driver, the pool and the watchdog about a connection that ended or never opened. */
const WORDS = new RegExp(
  `^(${[
    'Connection terminated( unexpectedly| due to connection timeout)?',
    'timeout( expired| exceeded when trying to connect|: nothing is heard from the database)',
    'Query read timeout',
    'Client (was closed|has encountered a connection error) and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ].join('|')})$`,
)

/**
 * A connection that remembers its own errors. One that breaks between two statements, or as soon as it is
 * open, before its pool can listen: the next statement reports it.
 */
export class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.connection.on('error', noteLost)
    this.on('error', () => undefined)
  }
}

export function noteLost(error: Error): void {
  lost.add(error)
}

/** Whether the error says that the database is unreachable, or that a connection to it broke. */
export function isLost(error: Error): boolean {
  return lost.has(error) || WORDS.test(error.message)
}
