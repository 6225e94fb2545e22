import type { VNode } from 'preact'
import type { Problem } from '../../errors.ts'
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
const ROWS = [0, 1, 2, 3, 4]

/** Fields for more times of a meeting; for more days, where only days were proposed. */
export function AddedTimes({ view, form }: { view: PollView; form: FormState }): VNode {
  const { loaded, visitor } = view.visit
  const typed = [form.values[NAME] ?? []].flat().map(String)
  const wrong = wrongRows(view, form, typed)
  const type = loaded.options.every(({ name }) => isBareDay(name)) ? 'date' : 'datetime-local'
  const label = t('poll_form.times')
  const zone = zoneName(visitor.time_zone)
  const hint = sentences([t('poll_tool.times_hint', { zone }), t('poll_tool.times_stay')])
  const field = { form, name: NAME, label, hint }
  return (
    <>
      <fieldset class="field" id={NAME} {...described(field)}>
        <legend>{label}</legend>
        <p class="hint" id={`${NAME}-hint`}>
          {hint}
        </p>
        {ROWS.map((row) => (
          <input
            key={row}
            id={`${NAME}-${row + 1}`}
            type={type}
            name={NAME}
            value={typed[row] ?? ''}
            aria-label={t('poll_tool.time_number', { number: row + 1 })}
            aria-invalid={wrong.includes(row) ? 'true' : undefined}
            aria-describedby={wrong.includes(row) ? `${NAME}-mend` : undefined}
          />
        ))}
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

/** The rows that the problems are about: those that could not be added to the poll and the others. */
function wrongRows({ visit }: PollView, form: FormState, typed: string[]): number[] {
  if (!form.problems.some(({ field }) => field === NAME)) return []
  const { poll, options } = visit.loaded
  const filled = ROWS.filter((row) => (typed[row] ?? '').trim() !== '')
  const read = filled.map((row) => ({ row, ...readTimes([typed[row] ?? ''], visit.visitor.time_zone) }))
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
  const lines = textsOf(fields, NAME).flatMap(linesOf)
  const { poll_type } = visit.loaded.poll
  if (!pollType(poll_type).options_are_times)
    return { names: lines.map((line) => nameMeant(poll_type, line)), problems: [] }
  return readTimes(lines, visit.visitor.time_zone)
}
