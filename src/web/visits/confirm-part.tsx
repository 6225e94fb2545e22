import type { VNode } from 'preact'
import { Invalid, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { type FormState, TickField } from '../parts/form-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'

/** The box to tick before something that is hard to undo. */
export function ConfirmField({ form, label }: { form: FormState; label?: string }): VNode {
  const words = label ?? t('form.cannot_be_undone')
  return <TickField form={form} name="confirm" label={words} called={t('form.the_box')} />
}

/** Invalid `not_confirmed`: the box is not ticked. */
export function requireConfirmed(exchange: Pick<Exchange, 'request'>, field = 'confirm'): void {
  if (formText(exchange, field) !== 'true') throw new Invalid([problem(field, 'not_confirmed')])
}
