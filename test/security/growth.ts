/** How much processor time something takes, by how much it is given. */

/**
 * One thing that takes input. `most`: the largest, in bytes; `run` makes what it needs first, and returns
 * what is measured.
 */
export type Trial = { name: string; most: number; prepare: (size: number) => Promise<() => unknown> }

/** What is cheap at its largest needs no second look, and is too short to be measured. */
const CHEAP_MS = 60
/** Times that are shorter are mostly noise. */
const LEAST_MS = 10
/** From a quarter to the whole a linear cost grows fourfold, a quadratic one sixteenfold. */
const MOST_GROWTH = 8
/** So much at most for each kilobyte, on any machine: what is linear can be dear too. */
const MOST_MS_PER_KB = 20
/**
 * What was found once may have been a collection of garbage, or a busy neighbour: a fault is found each time.
 */
const LOOKS = 3

/** What is wrong with how this grows; null: nothing. */
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

/**
 * The milliseconds of processor time that this process spends on it: what others do at the same time does not
 * count.
 */
async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** A text of about so many bytes. */
export const repeated = (piece: string, size: number): string =>
  piece.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(piece))))

/** Pieces that differ by their number, joined, of about so many bytes. */
export function numbered(piece: (index: number) => string, size: number): string {
  const pieces: string[] = []
  for (let bytes = 0; bytes < size; ) {
    const one = piece(pieces.length)
    pieces.push(one)
    bytes += one.length
  }
  return pieces.join('')
}
