import pg from 'pg'
import * as lost from './lost.ts'

const BEAT_MS = 500
/**
 * After this many unanswered beats the database counts as silent: waiting callers get an error within 3 s.
 */
const MOST_MISSED = 4

export type Watchdog = {
  /** Connections of the watched pool. While the database is silent, new connections fail at once. */
  Client: typeof pg.Client
  watch(pool: pg.Pool): void
  stop(): void
}

/**
 * Sends a heartbeat to the database while someone waits for it, on a separate connection, opened when
 * needed. If no answer comes, it closes all waiting connections, because they may stay silent. New requests
 * fail at once until the database answers again.
 *
 * Every answer counts, an error too. We count beats, not time: a process that was busy itself first reads the
 * answers that arrived in the meantime.
 */
export function openWatchdog(): Watchdog {
  const line: Line = { waiting: new Set(), silent: false }
  const Client = clientOn(line)
  const pulse = openPulse(line)
  let beat: NodeJS.Timeout | undefined
  return {
    Client,
    watch: (pool) => {
      pool.on('acquire', (client) => void (client instanceof Client && line.waiting.add(client)))
      pool.on('release', (_, client) => void (client instanceof Client && line.waiting.delete(client)))
      beat = setInterval(() => pulse.beat(pool), BEAT_MS).unref()
    },
    stop: () => {
      clearInterval(beat)
      pulse.end()
    },
  }
}

/** The connections that wait for the database, and whether it is silent. */
type Line = { waiting: Set<pg.Client>; silent: boolean }

/** Connections that report when they wait for an answer. */
function clientOn(line: Line): typeof pg.Client {
  return class Client extends lost.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = this.#connected()
      if (callback === undefined) return connected
      connected.then((client) => callback(null, client), callback)
      return undefined
    }

    async #connected(): Promise<pg.Client> {
      if (line.silent) throw new Error('timeout: nothing is heard from the database')
      line.waiting.add(this)
      return super.connect().finally(() => line.waiting.delete(this))
    }
  }
}

type Pulse = { beat(pool: pg.Pool): void; end(): void }

/** Sends heartbeats on a separate connection, and updates the line by their results. */
function openPulse(line: Line): Pulse {
  let own: pg.Client | null = null
  let asked = false
  let missed = 0

  const ask = async (pool: pg.Pool) => {
    asked = true
    const mine = own ?? new pg.Client(pool.options)
    try {
      if (own === null) {
        own = mine
        mine.on('error', () => undefined)
        await mine.connect()
      }
      await mine.query('select 1')
    } catch {
      // We closed it ourselves: no answer.
      if (own !== mine) return
      own = null
    }
    asked = false
    missed = 0
    line.silent = false
  }

  const end = () => {
    if (own !== null) cut(own)
    own = null
    asked = false
    missed = 0
  }

  const beat = (pool: pg.Pool) => {
    if (!asked && (line.silent || line.waiting.size > 0)) void ask(pool)
    else if (asked && ++missed >= MOST_MISSED) {
      giveUp(line)
      end()
    }
  }

  return { beat, end }
}

function giveUp(line: Line): void {
  line.silent = true
  for (const client of line.waiting) cut(client)
}

type Connected = (error: Error | null, client?: pg.Client) => void

/** Closes it without a goodbye, which the server would not receive. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}
