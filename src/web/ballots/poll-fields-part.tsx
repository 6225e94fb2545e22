import type { VNode } from 'preact'
import { AreaField, type FormState, LineField } from '../parts/form-part.tsx'
import type { OptionFieldsProps, PollForm } from './type-page.ts'

// The fields of a new poll that types have in common.

/** A line for each option. */
export function OptionLines({
  form,
  label,
  hint = 'One a line.',
  rows = 5,
}: OptionFieldsProps & { hint?: string; rows?: number }): VNode {
  return <AreaField form={form} name="options" label={label('options')} hint={hint} rows={rows} />
}

/** Options that are typed as lines, and named as they are written. */
export const LINES = {
  rule_options: null,
  Options: OptionLines,
  readOptions: ({ lines }) => ({ names: lines, problems: [] }),
} satisfies Partial<PollForm>

type NumberProps = Pick<OptionFieldsProps, 'label'> & { form: FormState; name: string; hint?: string }

/** A field for a number; called what faults call it. */
export function NumberSetting({ label, ...field }: NumberProps): VNode {
  return (
    <LineField label={label(field.name)} {...field} type="number" more={{ inputmode: 'numeric', min: 0 }} />
  )
}
