import type { VNode } from 'preact'
import { MAX_OPTION_NAME, MAX_OPTIONS } from '../../polls/poll-option.ts'
import { described, FieldError, Hint } from '../parts/form-part.tsx'
import { rowId, rowsIn, STEPS } from './option-rows.ts'
import type { OptionFieldsProps } from './type-page.ts'

const FEWEST_ROWS = 3

/** A row for each option, with buttons that move and remove it. */
export function OptionRows({
  form,
  label,
  hint,
  fewest = FEWEST_ROWS,
}: OptionFieldsProps & { hint?: string; fewest?: number }): VNode {
  // A list that is too long is refused; it does not make a page as long.
  const typed = rowsIn(form.values).slice(0, MAX_OPTIONS + 1)
  const rows = [...typed, ...Array.from({ length: Math.max(0, fewest - typed.length) }, () => '')]
  const field = { form, name: 'options', label: label('options'), ...(hint === undefined ? {} : { hint }) }
  return (
    <fieldset class="field" id="options" {...described(field)}>
      <legend>{field.label}</legend>
      <Hint {...field} />
      <ol class="rows bare" data-drag>
        {rows.map((name, place) => (
          <Row key={place} name={name} row={place + 1} of={rows.length} focus={form.focus} />
        ))}
      </ol>
      <FieldError {...field} />
      {rows.length < MAX_OPTIONS && (
        <button class="button plain" type="submit" name="step" value={STEPS.add} data-swap="options">
          Add an option
        </button>
      )}
    </fieldset>
  )
}

type RowProps = { name: string; row: number; of: number; focus: string | undefined }

function Row({ name, row, of, focus }: RowProps): VNode {
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
