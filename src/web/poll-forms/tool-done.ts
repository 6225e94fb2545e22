import { leftOutQuery } from '../parts/told-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { UNCHANGED } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { losesReminder } from './closing-field-part.tsx'
import type { ToolForm } from './poll-tool-part.tsx'

/** The query string of the poll's page after the action; `made`: what it returned. */
export function doneQuery({ name, link }: ToolForm, made: number | false | null): string {
  if (made === false) return `?done=${UNCHANGED}`
  if (link.done === undefined) return ''
  return `?done=${name}${made === null ? '' : `&people=${made}`}`
}

/** What the poll's page says beside it: about names that were left out, or a reminder that does not go out. */
export function toldQuery({ name }: ToolForm, view: PollView, exchange: Exchange): string {
  if (name === 'invite') return leftOutQuery(formText(exchange, 'emails'))
  return losesReminder(view, formText(exchange, 'closing_at')) ? '&reminder=none' : ''
}
