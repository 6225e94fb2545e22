/** Runs tasks of an owner, at most so many at once; the others wait for their turn. */
export type Turns = <T>(owner: string, task: () => Promise<T>) => Promise<T>

type Line = { running: number; waiting: (() => void)[] }

/** The share of a process's connections that one person, or the keys of a group, may use at once. */
const SHARE = 0.5

/** How many of so many connections to the database one person or key may use at once. */
export function connectionsOfOne(connections: number): number {
  return Math.max(1, Math.floor(connections * SHARE))
}

/** In this process, at most `most` at once for each owner. Owners without a task take no memory. */
export function turns(most: number): Turns {
  const lines = new Map<string, Line>()
  const leave = (owner: string, line: Line) => {
    const next = line.waiting.shift()
    if (next !== undefined) return next()
    line.running--
    if (line.running === 0) lines.delete(owner)
  }
  return async (owner, task) => {
    const line = lines.get(owner) ?? { running: 0, waiting: [] }
    lines.set(owner, line)
    // A task that ends gives its place to the next.
    if (line.running >= most) await new Promise<void>((resolve) => void line.waiting.push(resolve))
    else line.running++
    try {
      return await task()
    } finally {
      leave(owner, line)
    }
  }
}
