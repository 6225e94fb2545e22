import pg from 'pg'

const BEAT_MS = 500
/** Beats without an answer, after which the database counts as away: whoever waits is told so within 3 s. */
const MOST_MISSED = 4

export type Pulse = { stop(): void }

/**
 * Asks the database for a sign of life as long as somebody waits for it, on a connection of its own, opened at need. When
 * none comes, the connections of all who wait are ended: what stands still is silent on them as long as that lasts.
 *
 * Every answer is a sign, a refusal too. Beats are counted rather than time: a process that was busy itself hears first
 * what has come meanwhile.
 */
export function watchPulse(pool: pg.Pool): Pulse {
  const waiting = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => void waiting.add(client))
  pool.on('release', (_, client) => void waiting.delete(client))

  let own: pg.Client | null = null
  let asked = false
  let missed = 0

  const open = async () => {
    const client = new pg.Client(pool.options)
    own = client
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  const end = () => {
    own?.end().catch(() => undefined)
    own = null
  }

  const ask = async () => {
    asked = true
    try {
      const client = own ?? (await open())
      await client.query('select 1')
    } catch {
      end()
    }
    asked = false
    missed = 0
  }

  const giveUp = () => {
    for (const client of waiting) void client.end()
    end()
  }

  const beat = setInterval(() => {
    if (!asked && waiting.size > 0) void ask()
    else if (asked && ++missed >= MOST_MISSED) giveUp()
  }, BEAT_MS).unref()

  return {
    stop: () => {
      clearInterval(beat)
      end()
    },
  }
}
