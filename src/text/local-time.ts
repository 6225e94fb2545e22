import { Temporal } from 'temporal-polyfill'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/
// In some zones the last hours of 9999 are in the next year: five-digit years are written "+010000".
const LONG_YEAR = /^\+0*/
const LAST_YEAR = 9999

/** The last allowed instant: a zone could move a later one to a five-digit year, which nothing can parse. */
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The instant at which clocks in this zone show "2027-01-31T18:00" (or with a space in the middle). Reads an
 * hour that clocks skip as if they had not; of one they show twice, takes the first. Null: no such time, or
 * zone, or it is after the last instant.
 */
export function instantIn(zone: string, local: string): Date | null {
  return readLocal(zone, local)?.at ?? null
}

/** Whether clocks in this zone skip this time, as when summer time begins. */
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
 * The instant at which a day such as "2027-01-31" ends in this zone: days with a clock change have 23 or 25
 * hours. Null: no such day, or zone, or it is the last one, which ends in a five-digit year.
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
 * "2027-01-31T18:00": the local time of an instant in this zone, as date fields require it; in UTC if the
 * zone is unknown.
 */
export function localIn(zone: string, at: Date): string {
  const shown = zoned(Temporal.Instant.fromEpochMilliseconds(at.getTime()), zone)
  return shown.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace(LONG_YEAR, '')
}

/** "2027-01-31": the local day of an instant in this zone, as date fields require it. */
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

/** An invalid time, day or zone throws a RangeError. */
function nullFor(error: unknown): null {
  if (error instanceof RangeError) return null
  throw error
}
