type End = () => unknown

const ends: End[] = []
let ofFile = 0
let running = 0

/**
 * Calls `end` and waits for it when the scope of a resource ends: the test, if a test or its `beforeEach`
 * made it; else the file. The last resource ends first. vitest ignores `afterAll` from there.
 */
export function atEnd(end: End): void {
  ends.push(end)
}

/** Resources made until now belong to the file; later ones to the test, or to all tests running at once. */
export function beginTest(): void {
  if (running === 0) ofFile = ends.length
  running++
}

export async function endTest(): Promise<void> {
  running--
  if (running === 0) await endDownTo(ofFile)
}

export const endFile = (): Promise<void> => endDownTo(0)

async function endDownTo(left: number): Promise<void> {
  const faults: unknown[] = []
  while (ends.length > left) {
    try {
      await ends.pop()?.()
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'could not be ended')
}
