import type { ComponentChildren, VNode } from 'preact'
import { faultWords, type Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { t, type Voice } from '../../locales/say.ts'
import { localIn } from '../../text/local-time.ts'
import { AS_IS } from '../words/as-is.ts'

// The fields of every form: what was typed and what is wrong are kept for the whole form.

/** What stands in a form's fields, and what is wrong with it. */
export type FormState = {
  values: Fields
  problems: Problem[]
  /** How problems are told on the page; left out: as programs are told. */
  voice?: Voice
  /** The id of the field to go on with. */
  focus?: string
}

/** What fields are called, by their names. */
type Labels = Readonly<Record<string, string>>

/** Tells problems as a page does: other fields by their labels, times in the zone of the form. */
export function formVoice(labels: Labels, zone: string): Voice {
  return {
    field: (name) => {
      const label = labels[name]
      return label === undefined ? name : t('problems.label', { label })
    },
    instant: (at) => localIn(zone, at).replace('T', ' '),
  }
}

/** The first field with something wrong, in the order in which `labels` names them; '' when there is none. */
export function firstWrong(problems: Problem[], labels: Labels): string {
  return Object.keys(labels).find((name) => problems.some(({ field }) => field === name)) ?? ''
}

/** `id` tells fields of one name apart on a page; it is the name otherwise. */
export type FieldProps = {
  form: FormState
  name: string
  id?: string
  label: string
  hint?: ComponentChildren
}
type Attributes = Record<string, string | number | boolean | undefined>

/** The text in a field; '' when there is none. */
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

type LineType = 'text' | 'email' | 'number' | 'datetime-local' | 'date'

/** A line of text. */
export function LineField({
  type = 'text',
  more = {},
  ...field
}: FieldProps & { type?: LineType; more?: Attributes }): VNode {
  const { form, name, id = name } = field
  const value = textIn(form, name)
  const attributes = { id, name, type, value, autofocus: form.focus === id, ...described(field), ...more }
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
      <textarea id={id} name={name} rows={rows} {...described(field)} {...more}>
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
  /** What is listed is called the same in every language. */
  as_is?: boolean
}

/** A list that opens, to choose one from. */
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

/** `about` says more about a choice. */
export type Choice = Listed & { about?: ComponentChildren }

/** One of a few, by radio buttons, or several of them, by boxes. */
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
      {choices.map(({ value, label: words, about }) => (
        <label key={value} class="choice">
          <input
            type={several ? 'checkbox' : 'radio'}
            name={name}
            value={value}
            checked={holds(form, name, value)}
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

/** A box to tick. */
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
      <label for={field.id ?? field.name}>{field.label}</label>
      <Hint {...field} />
      {children}
      <FieldError {...field} />
    </div>
  )
}

/** What helps to fill in a field, above it. */
export function Hint({ name, id = name, hint }: FieldProps): VNode | null {
  return hint === undefined ? null : (
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
  )
}

function problemsOf({ form, name }: FieldProps): string[] {
  return form.problems.filter(({ field }) => field === name).map((problem) => faultWords(problem, form.voice))
}

/** What ties a control to its hint and to what is wrong. */
export function described(field: FieldProps): { 'aria-describedby'?: string; 'aria-invalid'?: 'true' } {
  const { name, id = name, hint } = field
  const wrong = problemsOf(field).length > 0
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(wrong ? [`${id}-mend`] : [])]
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(wrong ? { 'aria-invalid': 'true' as const } : {}),
  }
}

/** What is wrong with a field, beside it. */
export function FieldError(field: FieldProps): VNode | null {
  const messages = problemsOf(field)
  if (messages.length === 0) return null
  return (
    <p class="mend" id={`${field.id ?? field.name}-mend`}>
      {messages.map((message) => t('problems.whole_sentence', { label: field.label, message })).join(' ')}
    </p>
  )
}

/** Stands above a form that failed: what is to be fixed, and where. `labels` names the fields. */
export function Faults({
  problems,
  labels,
  voice = {},
}: {
  problems: Problem[]
  labels: Labels
  voice?: Voice | undefined
}): VNode | null {
  if (problems.length === 0) return null
  return (
    <div class="note bad" role="alert">
      <strong>{t('form.faults')}</strong>
      <ul>
        {problems.map((problem) => {
          const { field } = problem
          const message = faultWords(problem, voice)
          const told = (label: string) => t('problems.sentence', { label, message })
          return (
            <li key={`${field} ${message}`}>
              {Object.hasOwn(labels, field) ? (
                <a href={`#${field}`}>{told(labels[field] ?? field)}</a>
              ) : (
                told(field.replaceAll('_', ' '))
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Fields that go along unseen. */
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
