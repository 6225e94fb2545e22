import { intlTag } from '../../locales/languages.ts'
import { spoken } from '../../locales/say.ts'
import { asWritten, withWholeDates } from '../../text/time-words.ts'

const FORMATS = {
  month: { month: 'long', year: 'numeric' },
  day: { dateStyle: 'full' },
  short_day: { weekday: 'short', day: 'numeric', month: 'short' },
  weekday: { weekday: 'short' },
  initial: { weekday: 'narrow' },
  full_weekday: { weekday: 'long' },
} satisfies { [what: string]: Intl.DateTimeFormatOptions }
const formats = new Map<string, Intl.DateTimeFormat>()

/** A day such as "2027-01-31", or its month or weekday, in the current language. */
export function written(what: keyof typeof FORMATS, day: string): string {
  const tag = intlTag(spoken())
  const key = `${tag} ${what}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, { ...FORMATS[what], timeZone: 'UTC' })
  formats.set(key, format)
  const words = asWritten(format.format(new Date(`${day}T00:00:00Z`)))
  return what === 'short_day' ? words.replaceAll(' ', '\u00a0') : withWholeDates(words)
}
