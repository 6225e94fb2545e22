import pg from 'pg'

/**
 * Which errors come from a connection to the database. Their codes do not tell: a file that is missing, or
 * another server that refuses, has the same.
 */

const lost = new WeakSet<Error>()

/**
 * What the driver, the pool and the watchdog say by themselves of a connection that ended or was never made.
 */
const WORDS = new RegExp(
  `^(${[
    'Connection terminated( unexpectedly| due to connection timeout)?',
    'timeout( expired| exceeded when trying to connect|: nothing is heard from the database)',
    'Query read timeout',
    'Client (was closed|has encountered a connection error) and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ].join('|')})$`,
)

/** A connection that remembers which errors were its own. */
export class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.connection.on('error', noteLost)
  }
}

export function noteLost(error: Error): void {
  lost.add(error)
}

/** Whether the error says that the database cannot be reached, or that a connection to it broke. */
export function isLost(error: Error): boolean {
  return lost.has(error) || WORDS.test(error.message)
}
