import type { Fields } from '../../http/forms.ts'
import { MAX_OPTIONS, realDay } from '../../polls/poll-option.ts'
import type { Changed } from './option-rows.ts'

// The times of a new meeting poll in its form: ticked days, and the hours of each.

/** A day such as "2027-01-31" with its typed hours, such as "18:00"; '' is an empty field. */
export type ChosenDay = { day: string; hours: string[] }

/** A month such as "2027-01" as weeks; null where a day belongs to another month. */
export type MonthGrid = { month: string; weeks: (string | null)[][] }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAYS_OF_WEEK = 7
const MONTHS_SHOWN = 2
/** Years with more digits are written in another way. */
const LAST_YEAR = '9999'

/**
 * The values of the buttons at days and months. A script adds "-" and the hour that stood in the field beside
 * the button: by then the field may have another one, and a time another place.
 */
export const TIME_STEPS = {
  earlier: 'month-earlier',
  later: 'month-later',
  add: (day: string) => `times-add-${day}`,
  copy: (day: string) => `times-copy-${day}`,
  remove: (day: string, place: number) => `times-remove-${day}-${place}`,
  all: 'times-all',
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
const STEP = /^times-(add|copy|remove)-(\d{4}-\d{2}-\d{2})(?:-(\d{1,3}))?(?:-(\d{2}:\d{2}|))?$/
const STEP_OF_ALL = /^times-all(?:-(\d{2}:\d{2})?)?$/

/** The id of an hour's field. */
export const hourId = (day: string, place: number) => `hour-${day}-${place}`

/** The ticked days in order, each with its hours. */
export function chosenDays(values: Fields): ChosenDay[] {
  const days = [...new Set(textsIn(values, 'days').filter((text) => DAY.test(text) && realDay(text)))].sort()
  const hours = hoursByDay(values)
  return days.slice(0, MAX_OPTIONS + 1).map((day) => ({ day, hours: hours.get(day) ?? [] }))
}

/**
 * The times in the form: each hour of a ticked day, or the whole day if no hour was typed. An hour typed for
 * all days counts, even if its button was not pressed.
 */
export function typedTimes(values: Fields): string[] {
  return chosenDays(addToAll(values).values).flatMap(({ day, hours }) => {
    const typed = hours.filter((hour) => hour !== '')
    return typed.length === 0 ? [day] : typed.map((hour) => timeOf(day, hour))
  })
}

/** A time as text; of an empty hour, the day. */
export function timeOf(day: string, hour: string): string {
  return hour === '' ? day : `${day}T${hour}`
}

/** The form after one of these buttons. Null: not one of them. */
export function changeTimes(values: Fields, step: string): Changed | null {
  if (step === TIME_STEPS.earlier) return showMonth(values, -1)
  if (step === TIME_STEPS.later) return showMonth(values, 1)
  const all = STEP_OF_ALL.exec(step)
  if (all !== null) return addToAll(values, all[1])
  const [, what, day = '', place = 0, hour] = STEP.exec(step) ?? []
  if (what === undefined) return null
  const days = chosenDays(values)
  const own = days.find((one) => one.day === day)
  if (own === undefined) return { values, focus: '' }
  if (what === 'remove') return removeTime(values, own, placeOf(own, Number(place), hour))
  if (what === 'copy') return { values: withHours(values, days, () => own.hours), focus: hourId(day, 0) }
  const hours = [...shownHours(own), '']
  return {
    values: withHours(values, days, (one) => (one.day === day ? hours : one.hours)),
    focus: hourId(day, hours.length - 1),
  }
}

function showMonth(values: Fields, later: number): Changed {
  const [shown = ''] = textsIn(values, 'month')
  return { values: MONTH.test(shown) ? { ...values, month: monthAfter(shown, later) } : values, focus: '' }
}

/** Where a time stands now: the one with this hour, or else the one at this place. Null: it is gone. */
function placeOf(own: ChosenDay, place: number, hour: string | undefined): number | null {
  const hours = shownHours(own)
  if (hour === undefined || hours[place] === hour) return place
  return hours.includes(hour) ? hours.indexOf(hour) : null
}

/** Without this time; without the day, if it was the last one of it. */
function removeTime(values: Fields, own: ChosenDay, place: number | null): Changed {
  if (place === null) return { values, focus: '' }
  const hours = shownHours(own).toSpliced(place, 1)
  const days = chosenDays(values).filter(({ day }) => day !== own.day || hours.length > 0)
  const left = withHours(values, days, (one) => (one.day === own.day ? hours : one.hours))
  const next = days.find(({ day }) => day >= own.day) ?? days.at(-1)
  const focus =
    next === undefined ? '' : hourId(next.day, next.day === own.day ? Math.min(place, hours.length - 1) : 0)
  return { values: { ...left, days: days.map(({ day }) => day) }, focus }
}

/** The hour fields of a day: at least one. */
export function shownHours({ hours }: ChosenDay): string[] {
  return hours.length === 0 ? [''] : hours
}

/** `asked`: the hour, if the field may already have the next one. */
function addToAll(values: Fields, asked?: string): Changed {
  const [typed = ''] = textsIn(values, 'hour_for_all')
  const hour = asked ?? typed
  const added = (hours: string[]) => [...hours.filter((one) => one !== '' && one !== hour), hour].sort()
  const changed = hour === '' ? values : withHours(values, chosenDays(values), ({ hours }) => added(hours))
  return { values: { ...changed, hour_for_all: typed === hour ? '' : typed }, focus: 'hour_for_all' }
}

function withHours(values: Fields, days: ChosenDay[], hoursOf: (day: ChosenDay) => string[]): Fields {
  const all = days.flatMap((one) => hoursOf(one).map((hour) => ({ day: one.day, hour })))
  return { ...values, hour_days: all.map(({ day }) => day), hours: all.map(({ hour }) => hour) }
}

/** Each hour is sent with its day. */
function hoursByDay(values: Fields): Map<string, string[]> {
  const hours = textsIn(values, 'hours')
  const byDay = new Map<string, string[]>()
  for (const [place, day] of textsIn(values, 'hour_days').entries()) {
    const own = byDay.get(day) ?? []
    own.push(hours[place] ?? '')
    byDay.set(day, own)
  }
  return byDay
}

function textsIn(values: Fields, name: string): string[] {
  return [values[name] ?? []].flat().map(String)
}

/**
 * The visible months, starting with the one in the form, but not before the one of `today`, and without weeks
 * that are over; `from`: the first day of the week, 1 is Monday.
 */
export function shownMonths(values: Fields, today: string, from: number): MonthGrid[] {
  const [asked = ''] = textsIn(values, 'month')
  const current = today.slice(0, 7)
  const shows = MONTH.test(asked) && asked > current && asked < LAST_YEAR
  const first = shows ? asked : current
  return Array.from({ length: MONTHS_SHOWN }, (_, place) => {
    const { month, weeks } = monthGrid(monthAfter(first, place), from)
    return { month, weeks: weeks.filter((week) => week.some((day) => day !== null && day >= today)) }
  })
}

/** The month so many months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, place = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, place - 1 + months)).toISOString().slice(0, 7)
}

function monthGrid(month: string, from: number): MonthGrid {
  const [year = 0, place = 1] = month.split('-').map(Number)
  const before = (new Date(Date.UTC(year, place - 1)).getUTCDay() + DAYS_OF_WEEK - from) % DAYS_OF_WEEK
  const length = new Date(Date.UTC(year, place, 0)).getUTCDate()
  const cells = Array.from(
    { length: Math.ceil((before + length) / DAYS_OF_WEEK) * DAYS_OF_WEEK },
    (_, cell) => {
      const day = cell - before + 1
      return day < 1 || day > length ? null : `${month}-${String(day).padStart(2, '0')}`
    },
  )
  return { month, weeks: chunks(cells) }
}

function chunks<T>(cells: T[]): T[][] {
  const weeks = Array.from({ length: cells.length / DAYS_OF_WEEK }, (_, week) => week * DAYS_OF_WEEK)
  return weeks.map((from) => cells.slice(from, from + DAYS_OF_WEEK))
}
