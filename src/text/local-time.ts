import { Temporal } from 'temporal-polyfill'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/
// The last hours of 9999 are of the year after it in some zones: years of five digits are written "+010000".
const LONG_YEAR = /^\+0*/
const LAST_YEAR = 9999

/**
 * The last instant that anything may be set to: a zone may lead past it, to a year of five digits that nobody
 * reads back.
 */
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The instant at which clocks in this zone show "2027-01-31T18:00" (or with a blank in the middle). An hour
 * that clocks skip is read as if they had not; of one they show twice, the first is meant. Null: no such
 * time, or zone, or it is past the last instant.
 */
export function instantIn(zone: string, local: string): Date | null {
  return readLocal(zone, local)?.at ?? null
}

/** Whether clocks in this zone go past such a time without showing it, as when summer time begins. */
export function isSkipped(zone: string, local: string): boolean {
  return readLocal(zone, local)?.skipped ?? false
}

function readLocal(zone: string, local: string): { at: Date; skipped: boolean } | null {
  const [, day, hour = '', minute, second = '00'] = LOCAL.exec(local.trim()) ?? []
  if (day === undefined) return null
  try {
    const meant = Temporal.PlainDateTime.from(`${day}T${hour.padStart(2, '0')}:${minute}:${second}`)
    const shown = meant.toZonedDateTime(zone, { disambiguation: 'compatible' })
    const at = keptInstant(shown)
    return at === null ? null : { at, skipped: !shown.toPlainDateTime().equals(meant) }
  } catch (error) {
    return nullFor(error)
  }
}

/**
 * The instant at which a day such as "2027-01-31" ends in this zone: days on which clocks change have 23
 * hours or 25. Null: no such day, or zone, or it is the last day that can be written: it ends in a year of
 * five digits.
 */
export function dayEnd(zone: string, day: string): Date | null {
  if (!DAY.test(day)) return null
  try {
    const next = Temporal.PlainDate.from(day).add({ days: 1 })
    return next.year > LAST_YEAR ? null : keptInstant(next.toZonedDateTime(zone))
  } catch (error) {
    return nullFor(error)
  }
}

/**
 * "2027-01-31T18:00": what clocks in this zone show at an instant, as date fields want it; in UTC when nobody
 * knows it.
 */
export function localIn(zone: string, at: Date): string {
  const shown = zoned(Temporal.Instant.fromEpochMilliseconds(at.getTime()), zone)
  return shown.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace(LONG_YEAR, '')
}

/** "2027-01-31": the day on which an instant falls in this zone, as date fields want it. */
export function dayIn(zone: string, at: Date): string {
  return localIn(zone, at).slice(0, -'T00:00'.length)
}

function zoned(instant: Temporal.Instant, zone: string): Temporal.ZonedDateTime {
  try {
    return instant.toZonedDateTimeISO(zone)
  } catch {
    return instant.toZonedDateTimeISO('UTC')
  }
}

function keptInstant({ epochMilliseconds }: Temporal.ZonedDateTime): Date | null {
  return epochMilliseconds > LAST_INSTANT ? null : new Date(epochMilliseconds)
}

/** What is no time, day or zone is thrown as a RangeError. */
function nullFor(error: unknown): null {
  if (error instanceof RangeError) return null
  throw error
}
