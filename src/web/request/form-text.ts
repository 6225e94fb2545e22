import { bodyOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { withLineFeeds } from '../../text/line-breaks.ts'
import type { Exchange } from './exchange.ts'

/** The fields of the submitted form. */
export function formOf({ request }: Pick<Exchange, 'request'>): Fields {
  return bodyOf(request).fields
}

/** The text of a field in the submitted form; '' if it is missing or repeated. */
export function formText(exchange: Pick<Exchange, 'request'>, field: string): string {
  return textOf(formOf(exchange), field)
}

/** The file in a field of the submitted form; undefined if there is none. */
export function fileOf({ request }: Pick<Exchange, 'request'>, field: string): Buffer | undefined {
  return bodyOf(request).files?.get(field)
}

/** The text of a field; '' if it is missing or repeated. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? withLineFeeds(value) : ''
}

/** All texts of a repeatable field, without blank ones. */
export function textsOf(fields: Fields, name: string): string[] {
  return [fields[name] ?? []]
    .flat()
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
}

/** The lines of a text, without blank ones. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** All whole numbers of a repeatable field. */
export function numbersOf(fields: Fields, name: string): number[] {
  return textsOf(fields, name)
    .filter((text) => /^\d{1,15}$/.test(text))
    .map(Number)
}

/** The id in a field; 0, which no record has, if it is not a number. */
export function idIn(fields: Fields, name: string): number {
  return numbersOf(fields, name)[0] ?? 0
}
