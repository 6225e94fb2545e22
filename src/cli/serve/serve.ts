import cluster from 'node:cluster'
import { Invalid, problem } from '../../errors.ts'
import { type Call, given } from '../args/command.ts'

const MOST_WORKERS = 64

/** `serve`: runs the service in one or several processes until it is stopped. */
export async function runServe(call: Call): Promise<void> {
  const workers = workersOf(call)
  // The supervisor loads only what it needs.
  if (workers > 1 && cluster.isPrimary) await (await import('./workers.ts')).runWorkers(call.env, workers)
  else await (await import('./service.ts')).runService(call.env)
}

function workersOf(call: Call): number {
  const wish = given(call, 'workers') ?? '1'
  const workers = Number(wish)
  if (/^\d+$/.test(wish) && workers >= 1 && workers <= MOST_WORKERS) return workers
  throw new Invalid([problem('workers', 'no_count', { least: 1, most: MOST_WORKERS })])
}
