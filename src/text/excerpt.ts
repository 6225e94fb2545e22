import { type Format, toPlain } from './rich-text.ts'

/** The start of a user's text, without markup and on one line: at most `most` characters. */
export function excerpt(text: string, format: Format, most: number): string {
  const plain = toPlain(text, format).replace(/\s+/g, ' ').trim()
  const characters = [...plain]
  return characters.length <= most ? plain : `${characters.slice(0, most).join('').trimEnd()}…`
}
