import { intlTag } from '../locales/languages.ts'
import { spoken, t } from '../locales/say.ts'
import { boundedCache, bytesOf } from './bounded-cache.ts'

/** "Friday 27 November 2026, 15:00 (Germany Time)": an instant in a reader's zone, with its name. */
export function timeWords(at: Date, time_zone: string): string {
  const { day, clock } = wordsOf(at, time_zone)
  return t('time.whole', { day, clock, zone: zoneWords(time_zone) })
}

/** "Friday 27 November 2026, 15:00": the same where the zone is named once for all times. */
export function momentWords(at: Date, time_zone: string): string {
  return t('time.moment', wordsOf(at, time_zone))
}

/** "15:00": the hour and minute of an instant in a zone. */
export function clockWords(at: Date, time_zone: string): string {
  return wordsOf(at, time_zone).clock
}

/** "Germany Time", "New York Time", "UTC": the zone as people call it. */
export function zoneName(time_zone: string): string {
  return zoneOf(time_zone).name
}

/** "(Germany Time)", or "UTC": the zone to follow a time. */
export function zoneWords(time_zone: string): string {
  const zone = zoneName(time_zone)
  return zone === UTC ? t('time.utc') : t('time.zone', { zone })
}

/** "Friday 27 November 2026": the local day of an instant in a zone. */
export function dayWords(at: Date, time_zone: string): string {
  return wordsOf(at, time_zone).day
}

/** How many midnights of a zone are between two instants; negative: `to` is earlier. */
export function daysApart(from: Date, to: Date, time_zone: string): number {
  return dayNumber(to, time_zone) - dayNumber(from, time_zone)
}

type Words = { clock: string; day: string }
type Zone = Record<'clock' | 'day' | 'digits', Intl.DateTimeFormat> & { id: string; name: string }

const UTC = 'UTC'
const ENGLISH = 'en-GB'

// Creating a formatter takes a hundred times as long as using it, and a page may show a hundred times.
const ZONES_BYTES = 8 * 1024 * 1024
/** Measured: memory of a zone's formatters, most of it outside the heap. */
const ZONE_BYTES = 110_000
const zones = boundedCache<Zone>(ZONES_BYTES, () => ZONE_BYTES)

// The same times are on every reader's page; within a minute clock and day are the same in any zone.
const WORDS_BYTES = 2 * 1024 * 1024
const MINUTE_MS = 60_000
const said = boundedCache<Words>(WORDS_BYTES, ({ clock, day }, key) => bytesOf(key, clock, day))

function wordsOf(at: Date, time_zone: string): Words {
  const { id, clock, day } = zoneOf(time_zone)
  const key = `${spoken()} ${id} ${Math.floor(at.getTime() / MINUTE_MS)}`
  const written = () => ({ clock: unbroken(clock.format(at)), day: dayOf(day.format(at)) })
  return said.get(key) ?? said.keep(key, written())
}

/** "6:00 PM" stays on one line. */
function unbroken(clock: string): string {
  return clock.replaceAll(/[ \u202f]/g, '\u00a0')
}

/** In Ukrainian "р." (year) stays beside its number. */
function dayOf(day: string): string {
  return asWritten(withoutComma(day)).replace(' р.', '\u00a0р.')
}

/** Languages that say "the first of December": "1er décembre", "1º de dezembro". ICU writes "1". */
const FIRST: Readonly<Record<string, string>> = { fr: '1er ', 'pt-BR': '1º ' }

/**
 * A formatted day as the current language writes it: the first of a month, and in Japanese the brackets of
 * the weekday, "12日（土）".
 */
export function asWritten(day: string): string {
  const first = FIRST[intlTag(spoken())]
  const begun = first === undefined ? day : day.replace(/(?<!\d)1 (?=\p{L})/u, first)
  return begun.replace(/\((\p{sc=Han})\)/u, '（$1）')
}

const DAY_MS = 24 * 3_600_000

function dayNumber(at: Date, time_zone: string): number {
  const [month = 1, day, year = 0] = zoneOf(time_zone).digits.format(at).split('/').map(Number)
  return Date.UTC(year, month - 1, day) / DAY_MS
}

/** In English a comma already follows the day. */
function withoutComma(day: string): string {
  return intlTag(spoken()) === ENGLISH ? day.replace(',', '') : day
}

/** The zone in the current language, or UTC when this machine does not know it. */
function zoneOf(time_zone: string): Zone {
  const key = `${spoken()} ${time_zone}`
  const found = zones.get(key)
  if (found !== undefined) return found
  const made = makeZone(time_zone)
  return made === null ? zoneOf(UTC) : zones.keep(key, made)
}

/** Languages that write a weekday in brackets: "12月12日（土）". */
const BRIEF_WEEKDAYS: ReadonlySet<string> = new Set(['ja'])

function makeZone(timeZone: string): Zone | null {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlTag(spoken()), { ...parts, timeZone })
  try {
    const clock = format({ timeStyle: 'short' })
    const weekday = BRIEF_WEEKDAYS.has(intlTag(spoken())) ? 'short' : 'long'
    const day = format({ weekday, day: 'numeric', month: 'long', year: 'numeric' })
    const digits = new Intl.DateTimeFormat('en-US', { timeZone })
    const id = clock.resolvedOptions().timeZone
    return { id, name: id === UTC ? UTC : nameOf(id), clock, day, digits }
  } catch {
    return null
  }
}

const ABBREVIATED = /^[A-Z]{2,5}$/
/** "heure : Égypte" in French, Polish, Ukrainian; "Ora India" in Italian; "Indien (Ortszeit)" in German. */
const AROUND_PLACE = /^[^:]+:\s*|^(?:Horário|Ora) (?=\p{Lu})(?!Padrão)|(?<!\s)\s*\([^()]*\)$/gu
/** Within a sentence: "Horário Padrão de Brasília", "Ora dell’Europa centrale". */
const BEFORE_PLACE = /^(Horário|Ora)(?: Padrão)?(?= d)/

/**
 * By its place ("Egypt Time"), which people recognize and which is never wrong: others in "Eastern European
 * Time" change their clocks on other days. Where the language abbreviates ("MEZ"), written out.
 */
function nameOf(timeZone: string): string {
  const tag = intlTag(spoken())
  // British English abbreviates some zones, international English none.
  const locale = tag === ENGLISH ? 'en-001' : tag
  const named = (timeZoneName: 'shortGeneric' | 'longGeneric') =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  const short = named('shortGeneric')
  const name = ABBREVIATED.test(short) ? named('longGeneric') : short.replaceAll(AROUND_PLACE, '')
  const brief = tag === ENGLISH ? name.replace('United Kingdom', 'UK') : name
  return brief.replace(BEFORE_PLACE, (_, time: string) => time.toLowerCase())
}

const NO_BREAK = '\u00a0'
/** "3 December", "3. Dezember", "1er décembre", "3 de dezembro". */
const DAY_OF_MONTH = /(?<![\d:])\d{1,2}(?:\.|er|º)? (?:de )?(?=\p{L})/gu

/** The words of dates with each day on the line of its month. */
export function withWholeDates(words: string): string {
  return withWholeAmounts(words.replace(DAY_OF_MONTH, (day) => day.replaceAll(' ', NO_BREAK)))
}

const WORD_JOINER = '\u2060'
/** Between a number and its unit, and between the parts of a day: "0人", "2026年12月14日（月）". */
const WITHIN_AMOUNT = /(?<=\d)(?=\p{sc=Han})|(?<=\d[年月])(?=\d)|(?<=\d日)(?=（)/gu

/** Japanese and Chinese words with each number on the line of its unit: a line may end between them. */
export function withWholeAmounts(words: string): string {
  return words.replace(WITHIN_AMOUNT, WORD_JOINER)
}
