import { parentPort, workerData } from 'node:worker_threads'
import { countText } from './count-text.ts'
import { type BallotsToCount, countBallots } from './counting.ts'

/** Counts in a thread of its own. The result comes as text, which is quick to pass on. */
const counted = countBallots(workerData as BallotsToCount)
parentPort?.postMessage(counted === null ? null : countText(counted))
