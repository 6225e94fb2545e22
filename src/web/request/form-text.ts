import { bodyOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import type { Exchange } from './exchange.ts'

/** The fields of the form that was sent. */
export function formOf({ request }: Pick<Exchange, 'request'>): Fields {
  return bodyOf(request).fields
}

/** What a field of the form that was sent says; '' when it was left out or came more than once. */
export function formText(exchange: Pick<Exchange, 'request'>, field: string): string {
  return textOf(formOf(exchange), field)
}

/** The text of a field; '' when it is missing or came more than once. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** All texts of a field that may come more than once, blank ones left out. */
export function textsOf(fields: Fields, name: string): string[] {
  return [fields[name] ?? []]
    .flat()
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
}

/** A text as it was typed: browsers send its line breaks as CR LF. '' when the field is missing. */
export function typed(fields: Fields, name: string): string {
  return textOf(fields, name).replace(/\r\n?/g, '\n')
}

/** All whole numbers of a field that may come more than once. */
export function numbersOf(fields: Fields, name: string): number[] {
  return textsOf(fields, name)
    .filter((text) => /^\d{1,15}$/.test(text))
    .map(Number)
}

/** The number of a field; 0, which nothing has, when it is none. */
export function idIn(fields: Fields, name: string): number {
  return numbersOf(fields, name)[0] ?? 0
}
