import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { MAX_OPTIONS } from '../../polls/poll-option.ts'
import { described, FieldError, type FormState, Hint } from '../parts/form-part.tsx'
import {
  costFaults,
  isMeaningWrong,
  isWrong,
  NO_ROW,
  rowId,
  rowsIn,
  STEPS,
  type Row as Typed,
} from './option-rows.ts'
import type { OptionFieldsProps } from './type-page.ts'

const FEWEST_ROWS = 3
const COSTS = 'option_costs'
const MEANINGS = 'option_meanings'

type RowsProps = OptionFieldsProps & {
  hint?: string
  fewest?: number
  /** With fields for what options cost. */
  costs?: boolean
  /** An option's name as readers see it. */
  called?: (name: string) => string
}

/** A row for each option, with buttons that move and remove it. */
export function OptionRows({
  form,
  label,
  hint,
  fewest = FEWEST_ROWS,
  costs = false,
  called = (name) => name,
}: RowsProps): VNode {
  // A list that is too long is refused; the page must not grow with it.
  const typed = rowsIn(form.values)
    .slice(0, MAX_OPTIONS + 1)
    .map((row) => ({ ...row, name: called(row.name) }))
  const rows = [...typed, ...Array.from({ length: Math.max(0, fewest - typed.length) }, () => NO_ROW)]
  const field = { form, name: 'options', label: label('options'), ...(hint === undefined ? {} : { hint }) }
  const faults = costFaults(rows, form.problems)
  const costed = (place: number) => costFieldOf(place, { form, label: label(COSTS), ...faults })
  const meanings = { form, name: MEANINGS, label: label(MEANINGS) }
  return (
    <fieldset class="field" id="options" {...described(field)}>
      <legend>{field.label}</legend>
      <Hint {...field} />
      <ol class="rows bare" id={MEANINGS} data-drag={t('ballot.drag')}>
        {rows.map((typed, place) => (
          <Row
            key={place}
            typed={typed}
            row={place + 1}
            of={rows.length}
            focus={form.focus}
            cost={costs ? costed(place) : null}
            wrong={isWrong(typed, rows, form.problems)}
            is_long={isMeaningWrong(typed, form.problems)}
          />
        ))}
      </ol>
      {rows.length < MAX_OPTIONS && (
        <button class="button plain" type="submit" name="step" value={STEPS.add} data-row="add">
          {t('poll_form.add_option')}
        </button>
      )}
      {/* Where its script puts them while people write: no row and no button moves. */}
      <FieldError {...field} />
      <FieldError {...meanings} />
      {costs && <FieldError form={{ ...form, problems: faults.whole }} name={COSTS} label={label(COSTS)} />}
    </fieldset>
  )
}

/** `leads`: the summary of errors leads to its row. `form`: with the problems of this cost. */
type CostFieldOf = { leads: boolean; form: FormState; label: string; described_by: string | undefined }

type AllCosts = { form: FormState; label: string } & ReturnType<typeof costFaults>

/** Problems about no single row are marked at the first one, and said below the rows. */
function costFieldOf(place: number, { form, label, of_rows, whole }: AllCosts): CostFieldOf {
  const problems = of_rows[place] ?? []
  const own = problems.length > 0 ? `${costId(place + 1)}-mend` : undefined
  const described_by = place === 0 && whole.length > 0 ? `${COSTS}-mend` : own
  const first = whole.length > 0 ? 0 : of_rows.findIndex((found) => found.length > 0)
  return { leads: place === first, form: { ...form, problems }, label, described_by }
}

const costId = (row: number) => `${COSTS}-${row}`

type RowProps = {
  typed: Typed
  row: number
  of: number
  focus: string | undefined
  /** Null: options of this type cost nothing. */
  cost: CostFieldOf | null
  wrong: boolean
  /** Its description is too long. */
  is_long: boolean
}

function Row({ typed: { name, meaning, ...typed }, row, of, focus, cost, wrong, is_long }: RowProps): VNode {
  const id = rowId(row)
  const number = row
  return (
    <li id={cost?.leads === true ? COSTS : undefined}>
      <input
        id={id}
        type="text"
        name="options"
        value={name}
        aria-label={t('poll_form.option_number', { number })}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={wrong ? 'options-mend' : undefined}
        autofocus={focus === id}
      />
      {cost !== null && <CostField {...cost} value={typed.cost} number={number} />}
      <RowButton
        label={t('poll_form.move_option_up', { number })}
        sign="↑"
        step={STEPS.up(row)}
        does="up"
        off={row === 1}
      />
      <RowButton
        label={t('poll_form.move_option_down', { number })}
        sign="↓"
        step={STEPS.down(row)}
        does="down"
        off={row === of}
      />
      <RowButton
        label={t('poll_form.remove_option', { number })}
        sign="✕"
        step={STEPS.remove(row)}
        does="remove"
      />
      <details open={meaning !== ''}>
        <summary class="icon" title={t('poll_form.description_of', { number })}>
          <span aria-hidden="true">✎</span>
          <span class="unseen">{t('poll_form.description_of', { number })}</span>
        </summary>
      </details>
      {/* Not inside: the button that opens it keeps its place in the row. */}
      <label class="meaning">
        <span class="hint">{t('poll_form.description_of', { number })}</span>
        <textarea
          id={`${MEANINGS}-${row}`}
          name={MEANINGS}
          rows={2}
          aria-invalid={is_long ? 'true' : undefined}
          aria-describedby={is_long ? `${MEANINGS}-mend` : undefined}
        >
          {meaning}
        </textarea>
      </label>
    </li>
  )
}

type CostProps = Omit<CostFieldOf, 'leads'> & { value: string; number: number }

function CostField({ form, label, described_by, value, number }: CostProps): VNode {
  return (
    <label class="with-costs">
      {t('poll_form.cost')}
      <input
        id={costId(number)}
        type="text"
        inputmode="numeric"
        name={COSTS}
        value={value}
        size={8}
        aria-label={t('poll_form.cost_of', { number })}
        aria-invalid={described_by === undefined ? undefined : 'true'}
        aria-describedby={described_by}
      />
      <FieldError form={form} name={COSTS} id={costId(number)} label={label} />
    </label>
  )
}

/** `does`: what the script `form-rows` does instead. */
type ButtonProps = {
  label: string
  sign: string
  step: string
  does: 'up' | 'down' | 'remove'
  off?: boolean
}

function RowButton({ label, sign, step, does, off = false }: ButtonProps): VNode {
  return (
    <button
      class="icon"
      type="submit"
      name="step"
      value={step}
      aria-label={label}
      title={label}
      disabled={off}
      data-row={does}
    >
      {sign}
    </button>
  )
}
