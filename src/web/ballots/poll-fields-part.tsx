import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { changeRows } from './option-rows.ts'
import { OptionRows } from './option-rows-part.tsx'
import type { OptionFieldsProps, PollForm } from './type-page.ts'

// The fields of a new poll that types have in common.

/** Options that are typed in rows, and named as they are written. */
export const OPTION_ROWS = {
  rule_options: null,
  Options: OptionRows,
  change: changeRows,
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
export const BLOCK_LABEL = 'poll_form.no_block'

/** Whether a block stops the proposal; `unseen`: while Block is not among the positions. */
export function BlockField({ form, unseen = false }: { form: FormState; unseen?: boolean }): VNode {
  return (
    <div class={unseen ? 'with-block' : undefined}>
      <TickField form={form} name="no_block" label={t(BLOCK_LABEL)} hint={t('poll_form.no_block_hint')} />
    </div>
  )
}
