/** How long a process holds a due row after claiming it: longer than one try, including database pauses. */
export const LEASE_MS = 60_000

/**
 * The pause before the next try after `attempts` failed ones, in milliseconds. Null: no more tries.
 * `pauses_ms`: after the first failed try, after the second, …
 */
export function pauseAfter(pauses_ms: readonly number[], attempts: number): number | null {
  return pauses_ms[attempts - 1] ?? null
}
