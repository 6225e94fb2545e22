import type { Db } from '../db/db.ts'
import { BETWEEN, BOUNDS_S, type FamilyName, type Figures } from './families.ts'

/** What this process has counted since its start. */
const counted: Figures = {}

/** Counts one more. `labels`: the values of the family's labels, in their order. */
export function count(family: FamilyName, ...labels: string[]): void {
  const figure = figureOf(family, labels, 1)
  figure[0] = (figure[0] ?? 0) + 1
}

/** Counts one that took so many seconds. */
export function time(family: FamilyName, seconds: number, ...labels: string[]): void {
  const figure = figureOf(family, labels, BOUNDS_S.length + 2)
  const found = BOUNDS_S.findIndex((bound) => seconds <= bound)
  const bucket = found < 0 ? BOUNDS_S.length : found
  figure[bucket] = (figure[bucket] ?? 0) + 1
  figure[BOUNDS_S.length + 1] = (figure[BOUNDS_S.length + 1] ?? 0) + seconds
}

/** The figures of this process: what it counted, its memory, its connections. */
export function ownFigures({ pool }: Pick<Db, 'pool'>): Figures {
  return { ...counted, ...gaugesOf(pool) }
}

function gaugesOf(pool: Db['pool']): Figures {
  const { totalCount, idleCount, waitingCount } = pool
  return {
    memory: { '': [process.memoryUsage.rss()] },
    connections: { busy: [totalCount - idleCount], idle: [idleCount], waiting: [waitingCount] },
  }
}

function figureOf(family: FamilyName, labels: string[], length: number): number[] {
  counted[family] ??= {}
  const figures = counted[family]
  const key = labels.join(BETWEEN)
  figures[key] ??= new Array<number>(length).fill(0)
  return figures[key]
}
