import type { VNode } from 'preact'
import { AreaField, type FormState, LineField, TickField } from '../parts/form-part.tsx'
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

/** How the box is called that lets a single block stop a proposal. */
export const BLOCK_LABEL = 'Stop at a single block'

/** Whether a block stops the proposal; `unseen`: while Block is not among the positions. */
export function BlockField({ form, unseen = false }: { form: FormState; unseen?: boolean }): VNode {
  return (
    <div class={unseen ? 'with-block' : undefined}>
      <TickField
        form={form}
        name="no_block"
        label={BLOCK_LABEL}
        hint="Otherwise a block is counted, and the proposal can pass all the same."
      />
    </div>
  )
}
