import { vi } from 'vitest'

/**
 * How long a test waits for what comes by itself: a busy machine takes its time, a good one is not waited
 * for.
 */
export const PATIENCE_MS = 20_000

/** Waits until a check holds. */
export const until = <T>(check: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 })
