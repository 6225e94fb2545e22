import { deliveries, durations, jobFailures, mails, requests } from '../src/metrics/meter.ts'

/** Resets the counters of this process, in which other test files have run before. */
export function forgetCounts(): void {
  for (const figure of [requests, durations, mails, deliveries, jobFailures]) figure.reset()
}
