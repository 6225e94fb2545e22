// Line breaks of every kind, and characters that change the text direction, with which a name could imitate
// other text.
const BREAKS = /[\s\p{Cc}\u2028\u2029]+/gu
const LINE_ENDS = /[\t\r\n\v\f\u0085\u2028\u2029]+/g
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A name or title for a header or a sentence: one line, without characters that affect the text after it. */
export function oneLine(text: string): string {
  return text.replace(TURNS, '').replace(BREAKS, ' ').trim()
}

/** A name or title as it is stored: line breaks and tabs become spaces, all else stays as it was sent. */
export function singleLine(text: string): string {
  const line = text.replace(LINE_ENDS, ' ')
  return line === text ? text : line.trim()
}

/**
 * A text of several lines for a place among others: its lines and single blank lines between them, each line
 * as `oneLine` gives it. More than `most` lines are cut.
 */
export function fewLines(text: string, most: number): string {
  const lines = withoutControls(text).trim().split('\n').map(oneLine)
  const kept = lines.filter((line, place) => line !== '' || lines[place - 1] !== '')
  return kept.length <= most ? kept.join('\n') : `${kept.slice(0, most).join('\n').trimEnd()}\n…`
}

/** The text without control characters other than line breaks and tabs. */
export function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
}
