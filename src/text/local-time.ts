const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2}))?$/
const DAY_MS = 86_400_000

/**
 * The instant at which clocks in this zone show "2027-01-31T18:00" (or with a blank in the middle). An hour that
 * clocks skip is read as if they had not; of one they show twice, the first is meant. Null: no such time, or zone.
 */
export function instantIn(zone: string, local: string): Date | null {
  const [, day = '', hour = '', minute = '', second = '00'] = LOCAL.exec(local.trim()) ?? []
  const shown = Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`)
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 10) !== day) return null
  // The zone's distance from UTC a day before and after: the time is right by one of the two, or by both.
  const [before, after] = [shown - DAY_MS, shown + DAY_MS].map((at) => offsetAt(zone, at))
  if (before === null || after === null || before === undefined || after === undefined) return null
  const candidates = [shown - Math.max(before, after), shown - Math.min(before, after)]
  const exact = candidates.find((at) => at + (offsetAt(zone, at) ?? 0) === shown)
  return new Date(exact ?? shown - before)
}

/** "2027-01-31T18:00": what clocks in this zone show at an instant, as date fields want it. */
export function localIn(zone: string, at: Date): string {
  return new Date(at.getTime() + (offsetAt(zone, at.getTime()) ?? 0)).toISOString().slice(0, 16)
}

/** How far clocks in the zone are ahead of UTC, in milliseconds. */
function offsetAt(zone: string, at: number): number | null {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }).formatToParts(at)
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    const year = of('year').padStart(4, '0')
    const local = `${year}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`
    return Date.parse(local) - (at - (at % 1000))
  } catch {
    return null
  }
}
