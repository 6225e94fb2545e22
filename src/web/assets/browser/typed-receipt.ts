import { type OwnReceipt, readReceipt } from '@folkmoot/check'

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** As keyboards of phones write them. */
const CURLY_QUOTES = /[“”„«»]/g
/** The voter's own words: the only value with spaces, where lines break between words. */
const MARK = /"mark"\s*:\s*"[^"]*"/

/**
 * A receipt in text that was typed or copied from paper, or from its QR code, where lines break inside
 * values. Null: it is none.
 */
export function typedReceipt(text: string): OwnReceipt | null {
  const straight = text.replace(DIRECTION_MARKS, '').replace(CURLY_QUOTES, '"')
  return receiptIn(text) ?? receiptIn(straight)
}

/** Its lines as one. */
const joined = (text: string, between: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(between)

function receiptIn(text: string): OwnReceipt | null {
  const json = joined(
    text.replace(MARK, (mark) => joined(mark, ' ')),
    '',
  )
  try {
    return readReceipt(JSON.parse(json))
  } catch {
    return null
  }
}
