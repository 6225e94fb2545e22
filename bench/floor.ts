import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { httpRound } from './load.ts'
import type { Service } from './service.ts'

/**
 * The best the stack can do: one select or insert by key, with plain node:http and pg, on the service's
 * database.
 */
export type FloorPart = 'select' | 'insert'
export type Floor = {
  /** Requests a second of one part. */
  round: (part: FloorPart, load: { seconds: number; connections: number }) => Promise<number>
  stop: () => void
}

const PROCESS = fileURLToPath(new URL('floor-process.ts', import.meta.url))

/** Starts the floor beside a service. */
export async function startFloor({ database }: Pick<Service, 'database'>): Promise<Floor> {
  const { host, port, user } = database
  const floor = spawn(process.execPath, [PROCESS, host, String(port), user, database.database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(floor.stdout, 'data')
  const url = `http://127.0.0.1:${Number(String(said))}`
  return {
    round: async (part, load) =>
      (await httpRound({ url, requests: [{ method: 'GET', path: `/${part}` }], ...load })).rps,
    stop: () => void floor.kill(),
  }
}
