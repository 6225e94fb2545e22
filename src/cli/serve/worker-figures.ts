import { countersOf, type Figures, sumOf } from '../../metrics/figures.ts'

/** The counts of all workers, including those that have ended. */
export type WorkerFigures = {
  keep(worker_id: number, figures: Figures): void
  ended(worker_id: number): void
  sum(): Promise<Figures>
}

export function workerFigures(): WorkerFigures {
  const present = new Map<number, Figures>()
  let past: Promise<Figures> = Promise.resolve([])
  return {
    keep: (worker_id, figures) => void present.set(worker_id, figures),
    ended: (worker_id) => {
      const last = countersOf(present.get(worker_id) ?? [])
      past = past.then((earlier) => sumOf([earlier, last]))
      present.delete(worker_id)
    },
    sum: async () => sumOf([await past, ...present.values()]),
  }
}
