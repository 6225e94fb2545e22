import { stripVTControlCharacters, styleText } from 'node:util'

const STYLES = { good: 'green', warning: 'yellow', bad: 'red', heading: 'bold', aside: 'dim' } as const

/** The meaning of a colour. */
export type Tone = keyof typeof STYLES

/** Colours for this stream: none if it is not a terminal, or if NO_COLOR is set. */
export function painted(tone: Tone, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(STYLES[tone], text, { stream })
}

/** How many characters fit into a line of standard output; unlimited if it is not a terminal. */
export function lineWidth(): number {
  return process.stdout.columns || Number.POSITIVE_INFINITY
}

/** How many characters of a text are visible. */
export function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length
}

/** Wraps a text between words; a word longer than a line stays whole, so that people can copy it. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && lengthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
