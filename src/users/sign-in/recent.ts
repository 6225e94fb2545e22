/** How long after they signed in people may change how they sign in without doing it again. */
export const RECENT_MINUTES = 15

const MINUTE_MS = 60_000

/** Whether someone proved who they are a short time ago; `proven_at` null: it is not known when. */
export function isRecent(proven_at: Date | null, now: Date): boolean {
  return proven_at !== null && now.getTime() - proven_at.getTime() < RECENT_MINUTES * MINUTE_MS
}
