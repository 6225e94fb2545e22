import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type CountedText, countedText } from './count-text.ts'
import { type BallotsToCount, countBallots } from './counting.ts'

/** Scores that are counted within a few milliseconds, by methods that look at each of them once or twice. */
const FEW_SCORES = 2_000
/** Methods that compare all options with all take longer for each score: of more options, fewer are few. */
const FEW_OPTIONS = 12
/** Comparing all with all takes long by itself. */
const MOST_OPTIONS = 50
/** Each takes some 10 MB, and the processor from the requests. */
const MOST_THREADS = 6

/** The worker's file: beside this one in the source, beside the program's chunks once built. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './count-worker.ts' : './count-worker.js',
  import.meta.url,
)

/** The counts in other threads, by what they count. */
const running = new Map<string, Promise<CountedText | null>>()
let free = MOST_THREADS
const waiting: (() => void)[] = []

/**
 * The count, see `readCountText`; null: nothing to count. Large ones are counted in another thread: requests
 * must not wait. All who ask for the same at once wait for one thread.
 */
export async function countApart(asked: BallotsToCount): Promise<CountedText | null> {
  if (isSmall(asked)) return countedText(countBallots(asked))
  const key = await keyOf(asked)
  const counted = running.get(key) ?? inTurn(() => inThread(asked)).finally(() => running.delete(key))
  running.set(key, counted)
  return counted
}

async function keyOf({ ballots, ...rest }: BallotsToCount): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(rest))
  for (const part of ballots) {
    hash.update(`\n${part}`)
    await setImmediate()
  }
  return hash.digest('base64')
}

async function inThread(asked: BallotsToCount): Promise<CountedText | null> {
  const worker = new Worker(WORKER)
  const counted = new Promise<CountedText | null>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`counting ended with exit code ${code}`)))
  })
  const { ballots, ...rest } = asked
  for (const part of ballots) {
    worker.postMessage(part)
    await setImmediate()
  }
  worker.postMessage(rest)
  return counted
}

/** Runs it once fewer than the most threads run, in the order of arrival. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await run()
  } finally {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
}

function isSmall({ ballots, options, others, method }: BallotsToCount): boolean {
  const characters = ballots.reduce((sum, part) => sum + part.length, 0)
  // It buys by small steps.
  if ([method, ...others].includes('equal_shares') || options > MOST_OPTIONS) return characters === 0
  // A score takes two characters at least.
  return characters * Math.max(options, FEW_OPTIONS) < 2 * FEW_SCORES * FEW_OPTIONS
}
