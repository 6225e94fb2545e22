import { stripVTControlCharacters, styleText } from 'node:util'

const STYLES = { good: 'green', warning: 'yellow', bad: 'red', heading: 'bold', aside: 'dim' } as const

/** What a colour says. */
export type Tone = keyof typeof STYLES

/** Colours as this stream shows them: none where it is no terminal, or NO_COLOR is set. */
export function painted(tone: Tone, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(STYLES[tone], text, { stream })
}

/** How many characters fit into a line of standard output; what is no terminal takes any number. */
export function lineWidth(): number {
  return process.stdout.columns || Number.POSITIVE_INFINITY
}

/** How many characters of a text are seen. */
export function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length
}

/** Breaks a text between its words; a word that is longer than a line stays whole, to be copied. */
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
