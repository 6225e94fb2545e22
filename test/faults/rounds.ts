import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    quick: boolean
  }
}

/** A number of rounds or a duration: less in a quick run. */
export const scaled = (quick: number, full: number) => (inject('quick') ? quick : full)

export const seconds = (milliseconds: number) => Number((milliseconds / 1_000).toFixed(2))

/** Waits until a condition is true, ignoring errors; returns the seconds, or null if it never was. */
export async function secondsUntil(is: () => Promise<boolean>, limit_s = 60): Promise<number | null> {
  const begun = performance.now()
  const passed = () => seconds(performance.now() - begun)
  while (passed() < limit_s) {
    if (await is().catch(() => false)) return passed()
    await sleep(50)
  }
  return null
}
