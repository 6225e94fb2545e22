// Keeps "in 3 minutes" true while the page is open, by the rules of `fromNow` up to the distances in days.
// Leaves those alone that this browser would not have written like the service: its clock may be wrong.
{
  const LOOK_MS = 5_000
  const MINUTE_MS = 60_000
  const HOUR_MS = 60 * MINUTE_MS
  const HOUR_MINUTES = 60
  /** From here on the service counts days, by the calendar of the reader's zone. */
  const MOST_HOURS = 48
  const BEFORE_UNIT = /(?<=\d) (?=\p{L})/u
  const SHOWN = '[data-from-now], .when > time, .ago > .on-screen'
  const { soon, justNow, tag, unit } = document.querySelector<HTMLElement>('[data-soon]')?.dataset ?? {}
  const style = unit as 'long' | 'narrow' | undefined
  const distances = new Intl.RelativeTimeFormat(tag, { numeric: 'always', ...(style && { style }) })
  /** Whether an instant was still to come when it was first looked at; null: its words stay. */
  const known = new WeakMap<HTMLElement, boolean | null>()

  const wordsOf = (distance: number): string | undefined => {
    const size = Math.abs(distance)
    if (size < MINUTE_MS) return distance > 0 ? soon : justNow
    const minutes = Math.round(size / MINUTE_MS)
    const hours = Math.round(size / HOUR_MS)
    if (hours >= MOST_HOURS) return
    const [amount, by] = minutes < HOUR_MINUTES ? ([minutes, 'minute'] as const) : ([hours, 'hour'] as const)
    return distances.format(Math.sign(distance) * amount, by).replace(BEFORE_UNIT, '\u00a0')
  }

  const distanceTo = (shown: HTMLElement) =>
    Date.parse(shown.dataset['fromNow'] ?? shown.closest('time')?.dateTime ?? '') - Date.now()

  const isOurs = (words: string | null, distance: number) =>
    wordsOf(distance) === undefined ||
    [-MINUTE_MS, 0, MINUTE_MS].some((wrong) => wordsOf(distance + wrong) === words)

  const look = () => {
    for (const shown of document.querySelectorAll<HTMLElement>(SHOWN)) {
      const distance = distanceTo(shown)
      if (!known.has(shown)) known.set(shown, isOurs(shown.textContent, distance) ? distance > 0 : null)
      const ahead = known.get(shown)
      if (ahead === null) continue
      // The page itself says what has come.
      const words = wordsOf(ahead ? Math.max(distance, 1) : distance)
      if (words !== undefined && words !== shown.textContent) shown.textContent = words
    }
  }

  look()
  setInterval(look, LOOK_MS)
}
