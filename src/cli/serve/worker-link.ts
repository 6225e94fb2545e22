import cluster from 'node:cluster'
import type { Figures } from '../../metrics/figures.ts'

/** Messages from a worker to the supervisor. `ask`: it wants the metrics of all, under this number. */
export type WorkerMessage = { is: 'ready' } | { is: 'figures'; figures: Figures; ask: number | null }
/** The metrics of all workers together. */
export type Answered = { ask: number; sum: Figures }

const TELL_MS = 1_000

/** Reports that this worker answers requests now. */
export function tellReady(): void {
  tell({ is: 'ready' })
}

/**
 * Returns a function that gets the metrics of all processes. A single process returns its own. A worker asks
 * the supervisor for the sum, and reports its own once a second, so that others can ask too.
 */
export function gatherFigures(own: () => Promise<Figures>): () => Promise<Figures> {
  if (!cluster.isWorker) return own
  const waiting = new Map<number, (sum: Figures) => void>()
  let asked = 0
  process.on('message', ({ ask, sum }: Answered) => {
    waiting.get(ask)?.(sum)
    waiting.delete(ask)
  })
  const tellFigures = async (ask: number | null) => tell({ is: 'figures', figures: await own(), ask })
  setInterval(() => void tellFigures(null), TELL_MS).unref()
  return () =>
    new Promise((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      void tellFigures(asked)
    })
}

function tell(message: WorkerMessage): void {
  if (process.connected) process.send?.(message)
}
