import { stripVTControlCharacters, styleText } from 'node:util'

const STYLES = { good: 'green', warning: 'yellow', bad: 'red', heading: 'bold', aside: 'dim' } as const

/** The meaning of a colour. */
export type Tone = keyof typeof STYLES

/** Colours for this stream: none if it is not a terminal, or if NO_COLOR is set. */
export function painted(tone: Tone, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(STYLES[tone], text, { stream })
}

/** How many characters fit into a line of this stream; unlimited if it is not a terminal. */
export function lineWidth(stream: NodeJS.WriteStream = process.stdout): number {
  return stream.columns || Number.POSITIVE_INFINITY
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3001-\u303f\uff01-\uff60]/u
const NO_WIDTH = /[\p{M}\p{Cf}]/u

/** How many columns of a terminal a text takes. */
export function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].reduce((sum, character) => sum + columnsOf(character), 0)
}

function columnsOf(character: string): number {
  if (character < '\u0300') return 1
  if (NO_WIDTH.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

/** The words of a text; a date and its time are one word. */
export function wordsOf(text: string): string[] {
  return text.split(/ (?!\d\d:\d\dZ)/)
}

/** Wraps a text between words; a word longer than a line stays whole, so that people can copy it. */
export function wrapped(text: string, width: number): string[] {
  return filledLines(wordsOf(text), width)
}

/** Lines of these parts, which stay whole, with spaces between them. */
export function filledLines(parts: readonly string[], width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    const longer = line === '' ? part : `${line} ${part}`
    if (line !== '' && lengthOf(longer) > width) {
      lines.push(line)
      line = part
    } else line = longer
  }
  return [...lines, line]
}

const INDENT = '  '
const WORD = `(?:[^\\s"']|"[^"]*"|'[^']*')+`
/** A word of a command, or an option with its value. */
const ARGUMENT = new RegExp(`--?[\\w-]+ (?!-)${WORD}|${WORD}`, 'g')

/** A command to copy, indented; a shell joins its lines, if it needs several. */
export function commandLines(command: string, width = lineWidth()): string {
  const room = width - `${INDENT}${INDENT} \\`.length
  const lines = filledLines(command.match(ARGUMENT) ?? [], room)
  return `${INDENT}${lines.join(` \\\n${INDENT}${INDENT}`)}`
}
