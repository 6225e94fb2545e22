import { parentPort } from 'node:worker_threads'
import { countedText } from './count-text.ts'
import { type BallotsToCount, countBallots } from './counting.ts'

// Counts in a separate thread: the ballots arrive in parts, followed by the rest of the request.
const ballots: string[] = []
parentPort?.on('message', (sent: string | Omit<BallotsToCount, 'ballots'>) => {
  if (typeof sent === 'string') ballots.push(sent)
  else {
    parentPort?.postMessage(countedText(countBallots({ ...sent, ballots })))
    parentPort?.close()
  }
})
