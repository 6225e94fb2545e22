import pg from 'pg'

export type Listening = { close(): Promise<void> }

const RETRY_MS = 2_000
/**
 * Hours may pass without a message: keep-alives stop the network from dropping the connection, or show that
 * it did.
 */
const IDLE_MS = 10_000

/**
 * Listens to a channel of the database on its own connection, and reconnects when it breaks. Calls `hear`
 * with each payload, and with null when it starts to listen: earlier messages may have been missed.
 */
export function listenTo(
  { options }: Pick<pg.Pool, 'options'>,
  channel: string,
  hear: (payload: string | null) => void,
): Listening {
  let closed = false
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined

  const open = async () => {
    const fresh = new pg.Client({ ...options, keepAlive: true, keepAliveInitialDelayMillis: IDLE_MS })
    client = fresh
    fresh.on('notification', ({ payload = '' }) => hear(payload))
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (client === fresh) hear(null)
    } catch {
      lose(fresh)
    }
  }

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = null
    lost.end().catch(() => undefined)
    if (!closed) timer = setTimeout(() => void open(), RETRY_MS).unref()
  }

  void open()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      const last = client
      client = null
      await last?.end().catch(() => undefined)
    },
  }
}
