import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { isBareDay } from '../../polls/poll-option.ts'
import { zoneName } from '../../text/time-words.ts'
import { described, FieldError, type FormState } from '../parts/form-part.tsx'
import { linesOf, textsOf } from '../request/form-text.ts'
import type { PollView } from '../visits/poll-view.ts'

const ROWS = [0, 1, 2, 3, 4]

/** Fields for more times of a meeting; for more days, where only days were proposed. */
export function AddedTimes({ view, form }: { view: PollView; form: FormState }): VNode {
  const { loaded, visitor } = view.visit
  const typed = textsOf(form.values, 'options').flatMap(linesOf)
  const type = loaded.options.every(({ name }) => isBareDay(name)) ? 'date' : 'datetime-local'
  const label = t('poll_form.times')
  const hint = t('poll_tool.times_hint', { zone: zoneName(visitor.time_zone) })
  const field = { form, name: 'options', label, hint }
  return (
    <fieldset class="field" id="options" {...described(field)}>
      <legend>{label}</legend>
      <p class="hint" id="options-hint">
        {hint}
      </p>
      {ROWS.map((row) => (
        <input
          key={row}
          type={type}
          name="options"
          value={typed[row] ?? ''}
          aria-label={t('poll_tool.time_number', { number: row + 1 })}
        />
      ))}
      <FieldError {...field} />
    </fieldset>
  )
}
