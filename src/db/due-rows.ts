/**
 * How long a row that is due belongs to whoever took it: longer than one try may take, pauses of the database
 * included.
 */
export const LEASE_MS = 60_000

/**
 * The pause before the next try after `attempts` failed ones, in milliseconds. Null: those were all, it is
 * given up. `pauses_ms`: after the first failed try, after the second, …
 */
export function pauseAfter(pauses_ms: readonly number[], attempts: number): number | null {
  return pauses_ms[attempts - 1] ?? null
}
