/** The processor time of a function, by the size of its input. */

/**
 * One function with input. `most`: the largest, in bytes; `run` prepares its input first, and returns what to
 * measure.
 */
export type Trial = { name: string; most: number; prepare: (size: number) => Promise<() => unknown> }

/** Work that is cheap with its largest input needs no further measurement, and is too short to measure. */
const CHEAP_MS = 60
/** Shorter times are mostly noise. */
const LEAST_MS = 10
/** From a quarter to the whole, linear time grows fourfold, quadratic time sixteenfold. */
const MOST_GROWTH = 8
/** The maximum for each kilobyte, on any machine: linear work can be slow too. */
const MOST_MS_PER_KB = 20
/** A single slow run may be a garbage collection, or other load: a real fault appears every time. */
const LOOKS = 3

/** The problem with this growth; null: none. */
export async function faultOf(trial: Trial): Promise<string | null> {
  let fault: string | null = null
  for (let look = 0; look < LOOKS; look++) {
    fault = await faultOnce(trial)
    if (fault === null) return null
  }
  return fault
}

async function faultOnce({ name, most, prepare }: Trial): Promise<string | null> {
  const once = async (size: number) => cpuOf(await prepare(size))
  const least = async (size: number) => Math.min(await once(size), await once(size))
  const whole = await once(most)
  if (whole <= CHEAP_MS) return null
  if (whole > (most / 1_024) * MOST_MS_PER_KB) return `${name}: ${most} bytes took ${Math.round(whole)} ms`
  const quarter = await least(most / 4)
  if (whole <= Math.max(quarter, LEAST_MS) * MOST_GROWTH) return null
  return `${name}: ${most / 4} bytes took ${Math.round(quarter)} ms, ${most} bytes ${Math.round(whole)} ms`
}

/** The processor time of this process in milliseconds: other processes do not count. */
async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** A text of about this many bytes. */
export const repeated = (piece: string, size: number): string =>
  piece.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(piece))))

/** Numbered pieces, joined, of about this many bytes. */
export function numbered(piece: (index: number) => string, size: number): string {
  const pieces: string[] = []
  for (let bytes = 0; bytes < size; ) {
    const one = piece(pieces.length)
    pieces.push(one)
    bytes += one.length
  }
  return pieces.join('')
}
