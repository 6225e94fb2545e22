const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{2})(?::(\d{2}))?$/
// The last hours of 9999 are of the year after it in some zones: years of five digits are written "+010000".
const LONG_YEAR = /^\+0*/
const DAY_MS = 86_400_000

/** The last instant that anything may be set to: a zone may lead past it, to a year of five digits that nobody reads back. */
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The instant at which clocks in this zone show "2027-01-31T18:00" (or with a blank in the middle). An hour that
 * clocks skip is read as if they had not; of one they show twice, the first is meant. Null: no such time, or zone, or
 * it is past the last instant.
 */
export function instantIn(zone: string, local: string): Date | null {
  return readLocal(zone, local)?.at ?? null
}

/** Whether clocks in this zone go past such a time without showing it, as when summer time begins. */
export function isSkipped(zone: string, local: string): boolean {
  return readLocal(zone, local)?.skipped ?? false
}

function readLocal(zone: string, local: string): { at: Date; skipped: boolean } | null {
  const [, day = '', hour = '', minute = '', second = '00'] = LOCAL.exec(local.trim()) ?? []
  const shown = Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`)
  if (Number.isNaN(shown) || new Date(shown).toISOString().slice(0, 10) !== day) return null
  // The zone's distance from UTC a day before and after: the time is right by one of the two, or by both.
  const [before, after] = [shown - DAY_MS, shown + DAY_MS].map((at) => offsetAt(zone, at))
  if (before === null || after === null || before === undefined || after === undefined) return null
  const candidates = [shown - Math.max(before, after), shown - Math.min(before, after)]
  const exact = candidates.find((at) => at + (offsetAt(zone, at) ?? 0) === shown)
  const at = exact ?? shown - before
  return at > LAST_INSTANT ? null : { at: new Date(at), skipped: exact === undefined }
}

/**
 * The instant at which a day such as "2027-01-31" ends in this zone: days on which clocks change have 23 hours or 25.
 * Null: no such day, or zone, or it ends past the last instant.
 */
export function dayEnd(zone: string, day: string): Date | null {
  const start = instantIn('UTC', `${day}T00:00`)
  if (start === null) return null
  return instantIn(zone, `${dayIn('UTC', new Date(start.getTime() + DAY_MS))}T00:00`)
}

/** "2027-01-31T18:00": what clocks in this zone show at an instant, as date fields want it. */
export function localIn(zone: string, at: Date): string {
  const shown = new Date(at.getTime() + (offsetAt(zone, at.getTime()) ?? 0)).toISOString()
  return shown.slice(0, -':00.000Z'.length).replace(LONG_YEAR, '')
}

/** "2027-01-31": the day on which an instant falls in this zone, as date fields want it. */
export function dayIn(zone: string, at: Date): string {
  return localIn(zone, at).slice(0, -'T00:00'.length)
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
    const year = of('year').padStart(6, '0')
    const local = `+${year}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`
    return Date.parse(local) - (at - (at % 1000))
  } catch {
    return null
  }
}
