import type { ComponentChildren, VNode } from 'preact'
import type { Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { sentences, t, type Voice } from '../../locales/say.ts'
import { AS_IS } from '../words/as-is.ts'
import { faultOf, faultSentence, inPageOrder } from '../words/fault-words.ts'
import type { Labels } from '../words/form-voice.ts'
import { ErrorSummary } from './error-part.tsx'

// The fields of every form: values and problems are stored for the whole form.

/** The values of a form's fields, and the problems with them. */
export type FormState = {
  values: Fields
  problems: Problem[]
  /** How the page words problems; by default as in the API. */
  voice?: Voice
  /** The id of the field to focus. */
  focus?: string
}

/** `id` distinguishes fields of one name on a page; defaults to the name. */
export type FieldProps = {
  form: FormState
  name: string
  id?: string
  label: string
  /** How errors call it, for a label that is a sentence. */
  called?: string
  /** For a label that somebody wrote. */
  dir?: 'auto'
  hint?: ComponentChildren
}
type Attributes = Record<string, string | number | boolean | undefined>

/** The text in a field; '' if there is none. */
export function textIn({ values }: FormState, name: string): string {
  const value = values[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Whether `value` is among what a field holds. */
function holds({ values }: FormState, name: string, value: string): boolean {
  const held = values[name] ?? []
  return (Array.isArray(held) ? held : [held]).some((one) => String(one) === value)
}

const WORDS_FOR_ON = ['true', 'on', '1']

/** Whether a box is ticked. */
function isOn({ values }: FormState, name: string): boolean {
  return WORDS_FOR_ON.includes(String(values[name] ?? ''))
}

type LineType = 'text' | 'email' | 'number' | 'decimal' | 'datetime-local' | 'date'

/** Browsers' own number fields refuse the digits and marks of other languages; `plainNumber` reads them. */
const NUMBERS: { [type in LineType]?: Attributes } = {
  number: { type: 'text', inputmode: 'numeric', autocomplete: 'off' },
  decimal: { type: 'text', inputmode: 'decimal', autocomplete: 'off' },
}

/** A line of text. */
export function LineField({
  type = 'text',
  more = {},
  ...field
}: FieldProps & { type?: LineType; more?: Attributes }): VNode {
  const { form, name, id = name } = field
  const value = textIn(form, name)
  const kind = NUMBERS[type] ?? { type }
  const attributes = { id, name, ...kind, value, autofocus: form.focus === id, ...described(field), ...more }
  return (
    <Labelled {...field}>
      <input {...(attributes as object)} />
    </Labelled>
  )
}

/** Several lines of text. */
export function AreaField({
  rows = 5,
  more = {},
  ...field
}: FieldProps & { rows?: number; more?: Attributes }): VNode {
  const { form, name, id = name } = field
  const value = textIn(form, name)
  return (
    <Labelled {...field}>
      <textarea id={id} name={name} rows={rows} autofocus={form.focus === id} {...described(field)} {...more}>
        {/* A line break that follows the tag at once is left out by browsers. */}
        {value.startsWith('\n') ? `\n${value}` : value}
      </textarea>
    </Labelled>
  )
}

export type Listed = { value: string; label: string }
export type ListedGroup = { label: string; choices: readonly Listed[] }

type Lists = {
  choices?: readonly Listed[]
  groups?: readonly ListedGroup[]
  /** The options are names, which a browser should not translate. */
  as_is?: boolean
}

/** A drop-down list. */
export function SelectField({
  choices = [],
  groups = [],
  as_is = false,
  ...field
}: FieldProps & Lists): VNode {
  const { form, name, id = name } = field
  const option = ({ value, label }: Listed) => (
    <option key={value} value={value} selected={holds(form, name, value)}>
      {label}
    </option>
  )
  return (
    <Labelled {...field}>
      <select
        id={id}
        name={name}
        {...(as_is ? AS_IS : {})}
        autofocus={form.focus === id}
        {...described(field)}
      >
        {choices.map(option)}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.choices.map(option)}
          </optgroup>
        ))}
      </select>
    </Labelled>
  )
}

/**
 * `about`: a description of a choice. `person`: whom it stands for, by the name that is offered after @ in a
 * text of the form.
 */
export type Choice = { value: string; label: ComponentChildren; about?: ComponentChildren; person?: Person }

/**
 * `shown`: the name with what tells the person apart from others of the name. `named`: the text names them,
 * and a script keeps the choice only as long as it does.
 */
type Person = { name: string; shown: string; named: boolean }

/** Radio buttons to choose one, or checkboxes to choose several. */
export function ChoiceField({
  choices,
  several = false,
  ...field
}: FieldProps & { choices: Choice[]; several?: boolean }): VNode {
  const { form, name, label } = field
  return (
    <fieldset class="field" id={name} {...described(field)}>
      <legend>{label}</legend>
      <Hint {...field} />
      {choices.map(({ value, label: words, about, person }) => (
        <label key={value} class="choice">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            value={value}
            checked={holds(form, name, value)}
            data-name={person?.name}
            data-shown={person?.shown}
            data-named={person?.named ? '' : undefined}
          />
          <span>
            {words}
            {about !== undefined && <span class="hint">{about}</span>}
          </span>
        </label>
      ))}
      <FieldError {...field} />
    </fieldset>
  )
}

/** A checkbox. */
export function TickField(field: FieldProps): VNode {
  const { form, name, label, hint } = field
  return (
    <div class="field">
      <label class="choice">
        <input
          id={name}
          type="checkbox"
          name={name}
          value="true"
          checked={isOn(form, name)}
          {...described(field)}
        />
        <span>
          {label}
          {hint !== undefined && (
            <span class="hint" id={`${name}-hint`}>
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError {...field} />
    </div>
  )
}

function Labelled({ children, ...field }: FieldProps & { children: VNode }): VNode {
  return (
    <div class="field">
      <label for={field.id ?? field.name} dir={field.dir}>
        {field.label}
      </label>
      <Hint {...field} />
      {children}
      <FieldError {...field} />
    </div>
  )
}

/** A hint above a field. */
export function Hint({ name, id = name, hint }: FieldProps): VNode | null {
  return hint === undefined ? null : (
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
  )
}

function problemsOf({ form, name }: FieldProps): Problem[] {
  return form.problems.filter(({ field }) => field === name)
}

/** Attributes that link a control to its hint and its error. */
export function described(field: FieldProps): { 'aria-describedby'?: string; 'aria-invalid'?: 'true' } {
  const { name, id = name, hint } = field
  const wrong = problemsOf(field).length > 0
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(wrong ? [`${id}-mend`] : [])]
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(wrong ? { 'aria-invalid': 'true' as const } : {}),
  }
}

/** The error beside a field. */
export function FieldError(field: FieldProps): VNode | null {
  const problems = problemsOf(field)
  if (problems.length === 0) return null
  const { form, label, called = label } = field
  return (
    <p class="mend" id={`${field.id ?? field.name}-mend`}>
      {sentences(problems.map((problem) => faultSentence(called, problem, form.voice)))}
    </p>
  )
}

/** `title`: what did not happen. */
type FaultsProps = { title?: string; problems: Problem[]; labels: Labels; voice?: Voice | undefined }

/** The error summary above a form: what to fix, and where. `labels` names the fields, in their order. */
export function Faults({ title, problems, labels, voice = {} }: FaultsProps): VNode | null {
  if (problems.length === 0) return null
  return (
    <ErrorSummary>
      <strong>{title ?? t('form.faults')}</strong>
      <ul>
        {inPageOrder(problems, labels).map((problem) => {
          const { field } = problem
          const words = faultOf(labels[field] ?? field.replaceAll('_', ' '), problem, voice)
          return (
            <li key={`${field} ${words}`}>
              {Object.hasOwn(labels, field) ? <a href={`#${field}`}>{words}</a> : words}
            </li>
          )
        })}
      </ul>
    </ErrorSummary>
  )
}

/** Hidden fields. */
export function Hidden({ values, names }: { values: Fields; names: readonly string[] }): VNode {
  const pairs = names.flatMap((name) =>
    [values[name] ?? []].flat().map((value): [string, string] => [name, String(value)]),
  )
  return (
    <>
      {pairs.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}
