// Used by scripts of pages too, so it imports nothing.

const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
/** The last digit of their code points is their value. */
const VALUE = 0xf
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const MINUS_SIGN = '\u2212'

/**
 * A text with the digits 0 to 9 instead of Arabic, Persian or full-width ones, full-width marks as usual
 * ones, and without blanks around it or marks that only set its direction.
 */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(DIRECTION_MARKS, '')
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & VALUE))
    .replaceAll(MINUS_SIGN, '-')
    .trim()
}
