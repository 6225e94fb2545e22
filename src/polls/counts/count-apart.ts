import { Worker } from 'node:worker_threads'
import { countText } from './count-text.ts'
import { type BallotsToCount, countBallots } from './counting.ts'

/** Scores that are counted within a few milliseconds, by methods that look at each of them once or twice. */
const FEW_SCORES = 2_000
/** Methods that compare all options with all, or buy by small steps, take longer for each score. */
const MOST_OPTIONS = 12

/** The worker's file: beside this one in the source, beside the program's chunks once built. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './count-worker.ts' : './count-worker.js',
  import.meta.url,
)

/**
 * The count as JSON text, see `readCountText`; null: nothing to count. Large ones are counted in another
 * thread: requests must not wait.
 */
export async function countApart(asked: BallotsToCount): Promise<string | null> {
  if (isSmall(asked)) {
    const counted = countBallots(asked)
    return counted === null ? null : countText(counted)
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: asked })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`counting ended with exit code ${code}`)))
  })
}

function isSmall({ ballots, options, others, method }: BallotsToCount): boolean {
  if ([method, ...others].includes('equal_shares') || options > MOST_OPTIONS) return ballots === ''
  // A score takes two characters at least.
  return ballots.length < 2 * FEW_SCORES
}
