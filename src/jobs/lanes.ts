/** Returns a function that runs what it is given after everything it was given before. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Runs the same work several times at once, waits for all of it, and adds up what each returns. Throws what one threw. */
export async function inLanes(lanes: number, work: () => Promise<number>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: lanes }, work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
}
