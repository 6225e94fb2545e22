import { Invalid, problem } from '../../errors.ts'
import type { Exchange } from './exchange.ts'
import { formText } from './form-text.ts'

/** Invalid `not_confirmed`: the box of a `ConfirmField` is not ticked. */
export function requireConfirmed(exchange: Pick<Exchange, 'request'>): void {
  if (formText(exchange, 'confirm') !== 'true') throw new Invalid([problem('confirm', 'not_confirmed')])
}
