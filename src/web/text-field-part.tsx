import type { ComponentChildren, VNode } from 'preact'
import type { Problem } from '../errors.ts'

type FieldProps = {
  name: string
  label: string
  value: string
  /** Everything wrong with the form; the field shows what is wrong with it. */
  problems?: Problem[]
  hint?: ComponentChildren
  required?: boolean
  /** Tells fields of one name apart on a page. */
  id?: string
}

/** A field for a longer text, with its label, its hint, and what to mend. Several may stand on one page. */
export function TextField({ rows = 6, ...props }: FieldProps & { rows?: number }): VNode {
  const { name, value, required = false } = props
  return (
    <Framed {...props}>
      {(described) => (
        // A line break that follows the tag at once is left out by browsers.
        <textarea {...described} name={name} rows={rows} required={required}>
          {value.startsWith('\n') ? `\n${value}` : value}
        </textarea>
      )}
    </Framed>
  )
}

type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: 'true' }

function Framed({
  name,
  label,
  problems = [],
  hint,
  id = name,
  children,
}: FieldProps & { children: (described: Described) => VNode }): VNode {
  const own = problems.filter((problem) => problem.field === name)
  const notes = [...(hint === undefined ? [] : [`${id}-hint`]), ...(own.length === 0 ? [] : [`${id}-fault`])]
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        ...(notes.length === 0 ? {} : { 'aria-describedby': notes.join(' ') }),
        ...(own.length === 0 ? {} : { 'aria-invalid': 'true' }),
      })}
      {own.length > 0 && (
        <p class="mend" id={`${id}-fault`}>
          {own.map((problem) => `${label} ${problem.message}.`).join(' ')}
        </p>
      )}
    </div>
  )
}
