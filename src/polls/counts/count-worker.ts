import { parentPort } from 'node:worker_threads'
import { countedText } from './count-text.ts'
import { type BallotsToCount, countBallots } from './counting.ts'

// Counts in a thread of its own: the ballots come in parts, and then the rest of what is asked.
const ballots: string[] = []
parentPort?.on('message', (sent: string | Omit<BallotsToCount, 'ballots'>) => {
  if (typeof sent === 'string') ballots.push(sent)
  else {
    parentPort?.postMessage(countedText(countBallots({ ...sent, ballots })))
    parentPort?.close()
  }
})
