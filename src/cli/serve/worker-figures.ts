import { FAMILIES, type FamilyName, type Figures, sumOf } from '../../metrics/families.ts'

/** What all workers counted, those included that have ended. */
export type WorkerFigures = {
  keep(worker_id: number, figures: Figures): void
  ended(worker_id: number): void
  sum(): Figures
}

export function workerFigures(): WorkerFigures {
  const present = new Map<number, Figures>()
  let past: Figures = {}
  return {
    keep: (worker_id, figures) => void present.set(worker_id, figures),
    ended: (worker_id) => {
      past = sumOf([past, countersOf(present.get(worker_id) ?? {})])
      present.delete(worker_id)
    },
    sum: () => sumOf([past, ...present.values()]),
  }
}

/** What a process counted goes on counting; what it held, it holds no more. */
function countersOf(figures: Figures): Figures {
  const names = Object.keys(figures) as FamilyName[]
  const counters = names.filter((name) => FAMILIES[name].type !== 'gauge')
  return Object.fromEntries(counters.map((name) => [name, figures[name]]))
}
