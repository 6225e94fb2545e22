type End = () => unknown

const ends: End[] = []
let ofFile = 0
let running = 0

/**
 * Has `end` called, and waited for, when that is over in which something was made: the test, for what a test or
 * its `beforeEach` made; else the file. What was made last ends first. vitest hears no `afterAll` from there.
 */
export function atEnd(end: End): void {
  ends.push(end)
}

/** What was made until now stays for the file; what comes is the test's, or of all that run at once. */
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
