import cluster from 'node:cluster'
import type { Figures } from '../../metrics/figures.ts'

/**
 * What a worker tells the process that watches over it. `ask`: it wants the figures of all, under this
 * number.
 */
export type WorkerMessage = { is: 'ready' } | { is: 'figures'; figures: Figures; ask: number | null }
/** The figures of all workers together. */
export type Answered = { ask: number; sum: Figures }

const TELL_MS = 1_000

/** This worker answers requests now. */
export function tellReady(): void {
  tell({ is: 'ready' })
}

/**
 * How to get the figures of all processes that answer together: those of this one when it is alone; a worker
 * asks for the sum, and tells its own once a second, for whoever is asked.
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
