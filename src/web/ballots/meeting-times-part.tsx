import type { VNode } from 'preact'
import { firstDayOfWeek } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import { dayIn } from '../../text/local-time.ts'
import { zoneName } from '../../text/time-words.ts'
import { described, FieldError, type FormState, Hint, textIn } from '../parts/form-part.tsx'
import { readTimes } from '../parts/time-fields.ts'
import { written } from '../poll-words/calendar-words.ts'
import {
  type ChosenDay,
  chosenDays,
  hourId,
  type MonthGrid,
  shownHours,
  shownMonths,
  TIME_STEPS,
  timeOf,
  typedTimes,
} from './meeting-times.ts'
import type { OptionFieldsProps } from './type-page.ts'

const PART = 'options'
const PLACES = [0, 1, 2, 3, 4, 5, 6]
/** The longest label above a day, in letters. */
const ROOM = 4

/** The weekdays, starting with the first day of the week: 10 January 2000 was a Monday. */
function weekdays(): { brief: string; full: string }[] {
  const first = firstDayOfWeek(spoken())
  const days = PLACES.map((place) => `2000-01-${9 + first + place}`)
  const fit = days.every((day) => written('weekday', day).length <= ROOM)
  return days.map((day) => ({
    brief: written(fit ? 'weekday' : 'initial', day),
    full: written('full_weekday', day),
  }))
}

/** The times of a meeting: days ticked in a calendar, each with its own hours or with shared ones. */
export function MeetingTimes({ form, label, zone, now }: OptionFieldsProps): VNode {
  const today = dayIn(zone, now)
  const months = shownMonths(form.values, today, firstDayOfWeek(spoken()))
  const chosen = chosenDays(form.values)
  const hint = t('calendar.hint', { zone: zoneName(zone) })
  const field = { form, name: PART, label: label(PART), hint }
  const isWrong = wrongTimes(form, zone)
  return (
    <fieldset class="field" id={PART} {...described(field)}>
      <legend>{field.label}</legend>
      <Hint {...field} />
      <Months months={months} chosen={chosen} today={today} />
      <Outside months={months} chosen={chosen} />
      <button class="button plain without-scripts" type="submit" name="step" value="edit">
        {t('calendar.add_times')}
      </button>
      {chosen.length > 0 && <ChosenDays form={form} chosen={chosen} isWrong={isWrong} />}
      {/* The script `form-steps` puts it there too. */}
      <FieldError {...field} />
      {chosen.length > 1 && <HourForAll form={form} chosen={chosen} isWrong={isWrong} />}
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
        {first > today.slice(0, 7) && <StepButton step={TIME_STEPS.earlier} label={t('calendar.earlier')} />}
        <StepButton step={TIME_STEPS.later} label={t('calendar.later')} />
      </div>
    </>
  )
}

type MonthProps = { grid: MonthGrid; ticked: Set<string>; today: string }

function Month({ grid: { month, weeks }, ticked, today }: MonthProps): VNode {
  return (
    <table class="month">
      <caption>{written('month', `${month}-01`)}</caption>
      <thead>
        <tr>
          {weekdays().map(({ brief, full }) => (
            <th key={full} scope="col" abbr={full}>
              {brief}
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
        aria-label={written('day', day)}
        data-swap={PART}
      />
      <span>{Number(day.slice(-2))}</span>
    </label>
  )
}

/** Ticked days that are not shown are hidden fields. */
function Outside({ months, chosen }: Pick<MonthsProps, 'months' | 'chosen'>): VNode {
  const shown = months.flatMap(({ weeks }) => weeks.flat())
  return (
    <>
      {chosen
        .filter(({ day }) => !shown.includes(day))
        .map(({ day }) => (
          <input key={day} type="hidden" name="days" value={day} />
        ))}
    </>
  )
}

type ChosenProps = Pick<OptionFieldsProps, 'form'> & { chosen: ChosenDay[]; isWrong: IsWrong }

function ChosenDays({ chosen, ...typed }: ChosenProps): VNode {
  return (
    <ol class="chosen bare">
      {chosen.map((one) => (
        <ChosenRow key={one.day} {...typed} chosen={one} several={chosen.length > 1} />
      ))}
    </ol>
  )
}

function HourForAll({ form, chosen, isWrong }: ChosenProps): VNode {
  const hour = textIn(form, 'hour_for_all')
  return (
    <div class="row for-all">
      <label for="hour_for_all">{t('calendar.time_for_all')}</label>
      <input
        id="hour_for_all"
        type="time"
        name="hour_for_all"
        value={hour}
        autofocus={form.focus === 'hour_for_all'}
        {...faultIf(chosen.some(({ day }) => isWrong(timeOf(day, hour))))}
      />
      <StepButton step={TIME_STEPS.all} label={t('calendar.add_to_all')} beside="hour_for_all" />
    </div>
  )
}

/** Whether the problems are about a time, as `typedTimes` has it. */
type IsWrong = (time: string) => boolean

/** Those that do not exist, and all that are typed more than once. */
function wrongTimes(form: FormState, zone: string): IsWrong {
  if (!form.problems.some(({ field }) => field === PART)) return () => false
  const all = Map.groupBy(typedTimes(form.values), (time) => time)
  return (time) => readTimes([time], zone).problems.length > 0 || (all.get(time)?.length ?? 0) > 1
}

function faultIf(wrong: boolean) {
  return wrong ? ({ 'aria-invalid': 'true', 'aria-describedby': `${PART}-mend` } as const) : {}
}

type RowProps = Omit<ChosenProps, 'chosen'> & { chosen: ChosenDay; several: boolean }

function ChosenRow({ form, chosen, several, isWrong }: RowProps): VNode {
  const { day } = chosen
  const words = written('day', day)
  return (
    <li>
      <strong>{written('short_day', day)}</strong>
      <div class="row">
        {shownHours(chosen).map((hour, place) => (
          <span key={place} class="time">
            <input type="hidden" name="hour_days" value={day} />
            <input
              id={hourId(day, place)}
              type="time"
              name="hours"
              value={hour}
              aria-label={t('calendar.time_on', { number: place + 1, day: words })}
              autofocus={form.focus === hourId(day, place)}
              {...faultIf(isWrong(timeOf(day, hour)))}
            />
            <RemoveButton
              step={TIME_STEPS.remove(day, place)}
              beside={hourId(day, place)}
              label={t('calendar.remove_time', { number: place + 1, day: words })}
            />
          </span>
        ))}
        <span>
          <StepButton step={TIME_STEPS.add(day)} label={t('calendar.add_time')} of={words} />
          {several && <StepButton step={TIME_STEPS.copy(day)} label={t('calendar.copy_to_all')} of={words} />}
        </span>
      </div>
    </li>
  )
}

/** `beside`: the id of a field, of which the script `form-steps` sends the text with the step. */
type ButtonProps = { step: string; label: string; of?: string; beside?: string }

function RemoveButton({ step, label, beside }: ButtonProps): VNode {
  return (
    <button
      class="icon"
      type="submit"
      name="step"
      value={step}
      aria-label={label}
      title={label}
      data-swap={PART}
      data-with={beside}
    >
      ✕
    </button>
  )
}

function StepButton({ step, label, of, beside }: ButtonProps): VNode {
  return (
    <button class="link" type="submit" name="step" value={step} data-swap={PART} data-with={beside}>
      {label}
      {of !== undefined && <span class="unseen">{t('calendar.button_of', { day: of })}</span>}
    </button>
  )
}
