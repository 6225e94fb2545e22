import type { VNode } from 'preact'
import { MAX_OPTION_MEANING, MAX_OPTION_NAME, MAX_OPTIONS } from '../../polls/poll-option.ts'
import { described, FieldError, Hint } from '../parts/form-part.tsx'
import { rowId, rowsIn, STEPS, type Row as Typed } from './option-rows.ts'
import type { OptionFieldsProps } from './type-page.ts'

const FEWEST_ROWS = 3
const NO_ROW: Typed = { name: '', meaning: '' }

/** A row for each option, with buttons that move and remove it. */
export function OptionRows({
  form,
  label,
  hint,
  fewest = FEWEST_ROWS,
}: OptionFieldsProps & { hint?: string; fewest?: number }): VNode {
  // A list that is too long is refused; it does not make a page as long.
  const typed = rowsIn(form.values).slice(0, MAX_OPTIONS + 1)
  const rows = [...typed, ...Array.from({ length: Math.max(0, fewest - typed.length) }, () => NO_ROW)]
  const field = { form, name: 'options', label: label('options'), ...(hint === undefined ? {} : { hint }) }
  const meanings = { form, name: 'option_meanings', label: label('option_meanings') }
  return (
    <fieldset class="field" id="options" {...described(field)}>
      <legend>{field.label}</legend>
      <Hint {...field} />
      <ol class="rows bare" id={meanings.name} data-drag>
        {rows.map((typed, place) => (
          <Row key={place} typed={typed} row={place + 1} of={rows.length} focus={form.focus} />
        ))}
      </ol>
      <FieldError {...field} />
      <FieldError {...meanings} />
      {rows.length < MAX_OPTIONS && (
        <button class="button plain" type="submit" name="step" value={STEPS.add} data-swap="options">
          Add an option
        </button>
      )}
    </fieldset>
  )
}

type RowProps = { typed: Typed; row: number; of: number; focus: string | undefined }

function Row({ typed: { name, meaning }, row, of, focus }: RowProps): VNode {
  const id = rowId(row)
  return (
    <li>
      <input
        id={id}
        type="text"
        name="options"
        value={name}
        maxLength={MAX_OPTION_NAME}
        aria-label={`Option ${row}`}
        autofocus={focus === id}
        autocomplete="off"
      />
      <RowButton label={`Move option ${row} up`} sign="↑" step={STEPS.up(row)} off={row === 1} />
      <RowButton label={`Move option ${row} down`} sign="↓" step={STEPS.down(row)} off={row === of} />
      <RowButton label={`Remove option ${row}`} sign="✕" step={STEPS.remove(row)} />
      <details open={meaning !== ''}>
        <summary class="icon" title="Add a description">
          <span aria-hidden="true">✎</span>
          <span class="unseen">{`Add a description of option ${row}`}</span>
        </summary>
        <textarea
          name="option_meanings"
          rows={2}
          maxLength={MAX_OPTION_MEANING}
          aria-label={`Description of option ${row}`}
        >
          {meaning}
        </textarea>
      </details>
    </li>
  )
}

type ButtonProps = { label: string; sign: string; step: string; off?: boolean }

function RowButton({ label, sign, step, off = false }: ButtonProps): VNode {
  return (
    <button
      class="icon"
      type="submit"
      name="step"
      value={step}
      aria-label={label}
      title={label}
      disabled={off}
      data-swap="options"
    >
      {sign}
    </button>
  )
}
