import type { ComponentChildren, VNode } from 'preact'
import type { Problem } from '../errors.ts'

type FieldProps = {
  name: string
  label: string
  hint?: string
  /** Everything found wrong with the form: what concerns this field is told at it. */
  problems?: Problem[]
}

type InputProps = FieldProps & {
  value: string
  type?: 'text' | 'email'
  required?: boolean
  autocomplete?: string
  inputmode?: 'numeric'
  maxlength?: number
}

/** A labelled line to type in, with what was typed before and what to mend about it. */
export function TextField(props: InputProps): VNode {
  const { name, value, type = 'text', required = false, autocomplete, inputmode, maxlength } = props
  const input = {
    id: name,
    name,
    value,
    required,
    autocomplete,
    inputmode,
    maxlength,
    ...described(props),
  }
  return (
    <Field {...props}>
      {type === 'email' ? <input type="email" {...input} /> : <input type="text" {...input} />}
    </Field>
  )
}

export type Choice = { value: string; label: string }
export type ChoiceGroup = { label: string; choices: Choice[] }

/** A labelled list to choose one from. */
export function SelectField({
  choices = [],
  groups = [],
  ...props
}: FieldProps & { value: string; choices?: Choice[]; groups?: ChoiceGroup[] }): VNode {
  const option = ({ value, label }: Choice) => (
    <option key={value} value={value} selected={value === props.value}>
      {label}
    </option>
  )
  return (
    <Field {...props}>
      <select id={props.name} name={props.name} {...described(props)}>
        {choices.map(option)}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.choices.map(option)}
          </optgroup>
        ))}
      </select>
    </Field>
  )
}

/** A box to tick, its words beside it. */
export function CheckField({
  name,
  label,
  hint,
  value = '1',
  checked,
}: Omit<FieldProps, 'problems'> & { value?: string; checked: boolean }): VNode {
  return (
    <div class="field">
      <label class="choice">
        <input type="checkbox" name={name} value={value} checked={checked} />
        <span>
          {label}
          {hint !== undefined && <span class="hint">{hint}</span>}
        </span>
      </label>
    </div>
  )
}

function Field({
  name,
  label,
  hint,
  problems,
  children,
}: FieldProps & { children: ComponentChildren }): VNode {
  const wrong = problemsOf(name, problems)
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {wrong.length > 0 && (
        <p class="mend" id={`${name}-mend`}>
          {wrong.map(({ message }) => `${label} ${message}.`).join(' ')}
        </p>
      )}
    </div>
  )
}

function problemsOf(name: string, problems: Problem[] = []): Problem[] {
  return problems.filter(({ field }) => field === name)
}

function described({ name, hint, problems }: FieldProps) {
  const wrong = problemsOf(name, problems).length > 0
  const ids = [...(hint === undefined ? [] : [`${name}-hint`]), ...(wrong ? [`${name}-mend`] : [])]
  return {
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    'aria-invalid': wrong ? ('true' as const) : undefined,
  }
}
