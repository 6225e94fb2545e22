import { vi } from 'vitest'

/** The timeout for asynchronous results: a busy machine needs time, a fast one does not wait. */
export const PATIENCE_MS = 60_000

/** Waits until a check holds. */
export const until = <T>(check: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 })
