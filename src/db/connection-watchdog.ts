import pg from 'pg'
import * as lost from './lost.ts'

const BEAT_MS = 500
/**
 * Beats without an answer, after which the database counts as silent: whoever waits is told so within 3 s.
 */
const MOST_MISSED = 4

export type Watchdog = {
  /**
   * The connections of the pool that is watched. While the database is silent none is tried: each fails at
   * once.
   */
  Client: typeof pg.Client
  watch(pool: pg.Pool): void
  stop(): void
}

/**
 * Asks the database for a sign of life as long as somebody waits for it, on a connection of its own, opened
 * at need. When none comes, the connections of all who wait are cut: what stands still is silent on them as
 * long as that lasts. Until the next sign nobody else is let wait either.
 *
 * Every answer is a sign, a refusal too. Beats are counted rather than time: a process that was busy itself
 * hears first what has come meanwhile.
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

/** Who waits for the database, and whether it is silent. */
type Line = { waiting: Set<pg.Client>; silent: boolean }

/** The connections on which somebody waits. */
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

/** Asks on a connection of its own, and tells the line what an answer means, or none. */
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
      // Cut by ourselves it is no answer.
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

/** Ends it without a goodbye, which nobody would hear. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}
