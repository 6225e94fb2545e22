import type { VNode } from 'preact'
import { dayIn } from '../../text/local-time.ts'
import { described, FieldError, Hint } from '../parts/form-part.tsx'
import {
  type ChosenDay,
  chosenDays,
  hourId,
  type MonthGrid,
  monthAfter,
  shownHours,
  shownMonths,
  TIME_STEPS,
} from './meeting-times.ts'
import type { OptionFieldsProps } from './type-page.ts'

const PART = 'options'
const LANGUAGE = 'en-GB'
const monthWords = new Intl.DateTimeFormat(LANGUAGE, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayWords = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'full', timeZone: 'UTC' })
const shortDayWords = new Intl.DateTimeFormat(LANGUAGE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const weekdayWords = new Intl.DateTimeFormat(LANGUAGE, { weekday: 'short', timeZone: 'UTC' })
const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
// Of a week that begins on a Monday.
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => weekdayWords.format(Date.UTC(2024, 0, 1 + day)))

/** The times of a meeting: days are ticked in a calendar, and get hours of their own or of all. */
export function MeetingTimes({ form, label, zone, now }: OptionFieldsProps): VNode {
  const today = dayIn(zone, now)
  const months = shownMonths(form.values, today)
  const chosen = chosenDays(form.values)
  const hint = `Click the days that are possible, then add times. They are in your time zone, ${zone}; voters see them in theirs.`
  const field = { form, name: PART, label: label(PART), hint }
  return (
    <fieldset class="field" id={PART} {...described(field)}>
      <legend>{field.label}</legend>
      <Hint {...field} />
      <Months months={months} chosen={chosen} today={today} />
      <Outside months={months} chosen={chosen} />
      <button class="button plain without-scripts" type="submit" name="step" value="edit">
        Add times for these days
      </button>
      {chosen.length > 0 && <Chosen chosen={chosen} focus={form.focus} />}
      <FieldError {...field} />
    </fieldset>
  )
}

type MonthsProps = { months: MonthGrid[]; chosen: ChosenDay[]; today: string }

function Months({ months, chosen, today }: MonthsProps): VNode {
  const first = months[0]?.month ?? ''
  const ticked = new Set(chosen.map(({ day }) => day))
  return (
    <>
      <input type="hidden" name="month" value={first} />
      <div class="months">
        {months.map((grid) => (
          <Month key={grid.month} grid={grid} ticked={ticked} today={today} />
        ))}
      </div>
      <div class="row">
        <StepButton step={TIME_STEPS.show(monthAfter(first, -1))} label="← Earlier" />
        <StepButton step={TIME_STEPS.show(monthAfter(first, 1))} label="Later →" />
      </div>
    </>
  )
}

type MonthProps = { grid: MonthGrid; ticked: Set<string>; today: string }

function Month({ grid: { month, weeks }, ticked, today }: MonthProps): VNode {
  return (
    <table class="month">
      <caption>{monthWords.format(midnight(`${month}-01`))}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, place) => (
          <tr key={place}>
            {week.map((day, cell) => (
              <td key={cell}>{day !== null && <Day day={day} on={ticked.has(day)} past={day < today} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day, on, past }: { day: string; on: boolean; past: boolean }): VNode {
  return (
    <label>
      <input
        type="checkbox"
        name="days"
        value={day}
        checked={on}
        disabled={past && !on}
        aria-label={dayWords.format(midnight(day))}
        data-swap={PART}
      />
      <span>{Number(day.slice(-2))}</span>
    </label>
  )
}

/** Ticked days of months that are not shown go along unseen. */
function Outside({ months, chosen }: Pick<MonthsProps, 'months' | 'chosen'>): VNode {
  const shown = months.map(({ month }) => month)
  return (
    <>
      {chosen
        .filter(({ day }) => !shown.includes(day.slice(0, 7)))
        .map(({ day }) => (
          <input key={day} type="hidden" name="days" value={day} />
        ))}
    </>
  )
}

function Chosen({ chosen, focus }: { chosen: ChosenDay[]; focus: string | undefined }): VNode {
  return (
    <>
      <ol class="chosen bare">
        {chosen.map((one) => (
          <ChosenRow key={one.day} chosen={one} focus={focus} several={chosen.length > 1} />
        ))}
      </ol>
      {chosen.length > 1 && (
        <div class="row for-all">
          <label for="hour_for_all">A time for all days</label>
          <input id="hour_for_all" type="time" name="hour_for_all" autofocus={focus === 'hour_for_all'} />
          <StepButton step={TIME_STEPS.all} label="Add to all days" />
        </div>
      )}
    </>
  )
}

type RowProps = { chosen: ChosenDay; focus: string | undefined; several: boolean }

function ChosenRow({ chosen, focus, several }: RowProps): VNode {
  const { day } = chosen
  const words = dayWords.format(midnight(day))
  return (
    <li>
      <strong>{shortDayWords.format(midnight(day))}</strong>
      {shownHours(chosen).map((hour, place) => (
        <span key={place}>
          <input type="hidden" name="hour_days" value={day} />
          <input
            id={hourId(day, place)}
            type="time"
            name="hours"
            value={hour}
            aria-label={`Time ${place + 1} on ${words}`}
            autofocus={focus === hourId(day, place)}
          />
        </span>
      ))}
      <StepButton step={TIME_STEPS.add(day)} label="Add a time" of={words} />
      {several && <StepButton step={TIME_STEPS.copy(day)} label="Copy to all days" of={words} />}
    </li>
  )
}

function StepButton({ step, label, of }: { step: string; label: string; of?: string }): VNode {
  return (
    <button class="link" type="submit" name="step" value={step} data-swap={PART}>
      {label}
      {of !== undefined && <span class="unseen">{`: ${of}`}</span>}
    </button>
  )
}
