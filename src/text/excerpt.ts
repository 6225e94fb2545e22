import { oneLine } from './one-line.ts'
import { type Format, toPlain } from './rich-text.ts'

const ITEM = /^ *(?:- |(?=\d+\. ))/

/** A text on one line: items of lists are set apart by points. */
export function plainLine(text: string, format: Format): string {
  let in_list = false
  const parts = toPlain(text, format)
    .split('\n')
    .map((line) => {
      const is_item = ITEM.test(line)
      // The rest of an item is indented; what follows the list is not.
      const after = in_list && /^\S/.test(line)
      in_list = is_item || (in_list && !after)
      return `${is_item || after ? '· ' : ''}${line.replace(ITEM, '')}`
    })
  return oneLine(parts.join(' ').replace(/^ *· /, ''))
}

/** The start of a user's text, without markup and on one line: at most `most` characters. */
export function excerpt(text: string, format: Format, most: number): string {
  const plain = plainLine(text, format)
  const characters = [...plain]
  return characters.length <= most ? plain : `${characters.slice(0, most).join('').trimEnd()}…`
}
