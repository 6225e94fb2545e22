import type { VNode } from 'preact'
import { clipped, type Problem, problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { sentences, t } from '../../locales/say.ts'
import { checkAdded, isBareDay } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { nameMeant } from '../../polls/types/sign-words.ts'
import { zoneName } from '../../text/time-words.ts'
import { described, FieldError, type FormState } from '../parts/form-part.tsx'
import { readTimes } from '../parts/time-fields.ts'
import { EarlyTimes } from '../poll-words/early-times-part.tsx'
import { linesOf, textsOf } from '../request/form-text.ts'
import type { PollView } from '../visits/poll-view.ts'

const NAME = 'options'
const HOURS = 'hours'
const ROWS = [0, 1, 2, 3, 4]

/** A typed time; `day` may have its hour, and '' is an empty field. */
type Row = { day: string; hour: string }

/** Whether the poll proposes whole days, times, or both; a poll without options may get both. */
function kindOf({ visit }: PollView): 'days' | 'times' | 'both' {
  const bare = visit.loaded.options.filter(({ name }) => isBareDay(name)).length
  if (bare === 0) return visit.loaded.options.length === 0 ? 'both' : 'times'
  return bare === visit.loaded.options.length ? 'days' : 'both'
}

/** Fields for more times of a meeting; for more days, where only days were proposed. */
export function AddedTimes({ view, form }: { view: PollView; form: FormState }): VNode {
  const label = t('poll_form.times')
  const hint = hintOf(view)
  const field = { form, name: NAME, label, hint }
  return (
    <>
      <fieldset class="field" id={NAME} {...described(field)}>
        <legend>{label}</legend>
        <p class="hint" id={`${NAME}-hint`}>
          {hint}
        </p>
        <TimeRows view={view} form={form} />
        <FieldError {...field} />
      </fieldset>
      {/* The script `form-steps` updates it. */}
      <div aria-live="polite">
        <div id="closing-note">
          <AddedNote view={view} form={form} />
        </div>
      </div>
    </>
  )
}

function hintOf(view: PollView): string {
  const kind = kindOf(view)
  return sentences([
    t('poll_tool.times_hint'),
    kind === 'both' ? t('poll_tool.times_whole_day') : '',
    kind === 'days' ? '' : t('poll_tool.times_zone', { zone: zoneName(view.visit.visitor.time_zone) }),
    t('poll_tool.times_stay'),
  ])
}

/** A browser sends a date without its hour only from fields of their own. */
function TimeRows({ view, form }: { view: PollView; form: FormState }): VNode {
  const kind = kindOf(view)
  const rows = rowsIn(form.values)
  const wrong = wrongRows(view, form, rows)
  const inputs = ROWS.map((row) => {
    const { day = '', hour = '' } = rows[row] ?? {}
    const number = row + 1
    const fault = wrong.includes(row)
      ? ({ 'aria-invalid': 'true', 'aria-describedby': `${NAME}-mend` } as const)
      : {}
    const type = kind === 'times' ? 'datetime-local' : 'date'
    const called = t('poll_tool.time_number', { number })
    const at = (
      <input
        key={row}
        id={`${NAME}-${number}`}
        type={type}
        name={NAME}
        value={day}
        aria-label={called}
        {...fault}
      />
    )
    if (kind !== 'both') return at
    // Without its day, an hour is not what is wrong.
    return (
      <div class="pair" key={row}>
        {at}
        <input
          type="time"
          name={HOURS}
          value={hour}
          aria-label={t('poll_tool.hour_number', { number })}
          {...(day === '' ? {} : fault)}
        />
      </div>
    )
  })
  return <>{inputs}</>
}

function rowsIn(fields: Fields): Row[] {
  const textsIn = (name: string) => [fields[name] ?? []].flat().map((text) => String(text).trim())
  const hours = textsIn(HOURS)
  return textsIn(NAME).map((day, row) => ({ day, hour: hours[row] ?? '' }))
}

/** A row as text; '' is an empty one. */
const typedIn = ({ day, hour }: Row): string => (hour === '' ? day : `${day}T${hour}`)

/** The rows that the problems are about: those that could not be added to the poll and the others. */
function wrongRows({ visit }: PollView, form: FormState, rows: Row[]): number[] {
  if (!form.problems.some(({ field }) => field === NAME)) return []
  const { poll, options } = visit.loaded
  const read = rows.flatMap((typed, row) =>
    typedIn(typed) === '' ? [] : [{ row, ...readTimes([typedIn(typed)], visit.visitor.time_zone) }],
  )
  const wrong = read.filter((one) => {
    const others = read.filter((other) => other !== one).flatMap(({ names }) => names)
    const present = [...options.map(({ name }) => name), ...others]
    return one.problems.length > 0 || checkAdded(poll.poll_type, present, one.names).length > 0
  })
  // Something is missing.
  return wrong.length === 0 ? [0] : wrong.map(({ row }) => row)
}

/** Which of the typed times come too early. */
function AddedNote({ view, form }: { view: PollView; form: FormState }): VNode {
  const { loaded, visitor } = view.visit
  const { names } = addedAsTyped(view, form.values)
  const present = loaded.options.map(({ name }) => name)
  const all = [...new Set([...present, ...names])]
  const at = { zone: visitor.time_zone, now: loaded.now }
  return <EarlyTimes poll={loaded.poll} names={all} told={names} {...at} replaceable />
}

/** The typed options as a poll stores them: times without a zone are in the form's zone. */
export function addedAsTyped({ visit }: PollView, fields: Fields): { names: string[]; problems: Problem[] } {
  const { poll_type } = visit.loaded.poll
  if (!pollType(poll_type).options_are_times) {
    const lines = textsOf(fields, NAME).flatMap(linesOf)
    return { names: lines.map((line) => nameMeant(poll_type, line)), problems: [] }
  }
  const rows = rowsIn(fields)
  const dated = rows.filter(({ day }) => day !== '')
  const { names, problems } = readTimes(dated.map(typedIn).flatMap(linesOf), visit.visitor.time_zone)
  return { names, problems: [...rows.flatMap(dayMissing), ...problems] }
}

/** The problem of an hour without its day, which names its row. */
function dayMissing({ day, hour }: Row, row: number): Problem[] {
  if (day !== '' || hour === '') return []
  return [problem(NAME, 'no_day_of_hour', { text: clipped(hour), place: row + 1 })]
}
