/** "Friday 27 November 2026, 15:00 (Europe/Berlin)": an instant in a reader's zone, which is named. */
export function timeWords(at: Date, time_zone: string): string {
  return `${dayWords(at, time_zone)}, ${clockWords(at, time_zone)} ${zoneWords(time_zone)}`
}

/** "15:00": the hour and minute of an instant in a zone. */
export function clockWords(at: Date, time_zone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: knownZone(time_zone),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return time.format(at)
}

/** "(Europe/Berlin)", or "UTC": the zone as it stands after a time. */
export function zoneWords(time_zone: string): string {
  const zone = knownZone(time_zone)
  return zone === 'UTC' ? 'UTC' : `(${zone})`
}

/** "Friday 27 November 2026": the day on which an instant falls in a zone. */
export function dayWords(at: Date, time_zone: string): string {
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: knownZone(time_zone),
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  return day.format(at).replace(',', '')
}

/** The zone, or UTC when this machine does not know it. */
function knownZone(time_zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: time_zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
