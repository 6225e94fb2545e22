import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { changeRows } from './option-rows.ts'
import { OptionRows } from './option-rows-part.tsx'
import type { OptionFieldsProps, PollForm } from './type-page.ts'

// Fields of a new poll that several types share.

/** Options typed in rows; their labels are the text as typed. */
export const OPTION_ROWS = {
  rule_options: null,
  Options: OptionRows,
  change: changeRows,
  readOptions: ({ lines }) => ({ names: lines, problems: [] }),
} satisfies Partial<PollForm>

type NumberProps = Pick<OptionFieldsProps, 'label'> & {
  form: FormState
  name: string
  hint?: ComponentChildren
}

/** A number field, labelled as in error messages. */
export function NumberSetting({ label, ...field }: NumberProps): VNode {
  return <LineField type="number" label={label(field.name)} {...field} />
}

/** The label of the checkbox that lets a single block stop a proposal. */
export const BLOCK_LABEL = 'poll_form.no_block'

/** Whether a block stops the proposal; `unseen`: hidden while Block is not among the positions. */
export function BlockField({ form, unseen = false }: { form: FormState; unseen?: boolean }): VNode {
  return (
    <div class={unseen ? 'with-block' : undefined}>
      <TickField form={form} name="no_block" label={t(BLOCK_LABEL)} hint={t('poll_form.no_block_hint')} />
    </div>
  )
}
