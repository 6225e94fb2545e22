import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { type FormState, TickField } from './form-part.tsx'

/** The box to tick before something that is hard to undo, see `requireConfirmed`. */
export function ConfirmField({ form, label }: { form: FormState; label?: string }): VNode {
  const words = label ?? t('form.cannot_be_undone')
  return <TickField form={form} name="confirm" label={words} called={t('form.the_box')} />
}
