import { intlTag } from '../locales/languages.ts'
import { spoken } from '../locales/say.ts'
import { plainDigits } from './plain-digits.ts'

// Numbers in fields of pages: people type and read them as their language writes them.

const ARABIC_POINT = /\u066b/g
const ARABIC_COMMA = /\u060c/g
const ARABIC_GROUPS = /\u066c/g

const ONE_MARK = /^(-?\d+)([.,])(\d+)$/
const THOUSANDS = /^-?[1-9]\d{0,2}[.,]\d{3}$/
/** "1 234 567,5", "1.234.567,5", "1’234.5": one mark between the groups, another one before decimals. */
const GROUPED = /^(-?\d{1,3})([ .,'’])(\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/

/**
 * A number as programs write it ("66.5"), whatever digits and marks it was typed with ("66,5", "٦٦٫٥",
 * "６６.５", "1 000"). "1.000" is a thousand where the language groups digits with points, and one elsewhere.
 * Other texts stay as they are.
 */
export function plainNumber(text: string): string {
  const plain = plainDigits(text)
    .replace(ARABIC_POINT, '.')
    .replace(ARABIC_COMMA, ',')
    .replace(ARABIC_GROUPS, '')
  if (/^-?\d+$/.test(plain)) return plain
  const [, whole, mark, decimals] = ONE_MARK.exec(plain) ?? []
  if (mark !== undefined)
    return THOUSANDS.test(plain) && mark === groupMark() ? `${whole}${decimals}` : `${whole}.${decimals}`
  const [, first, between, rest, part] = GROUPED.exec(plain) ?? []
  if (first === undefined || between === undefined || rest === undefined) return text
  return `${first}${rest.replaceAll(between, '')}${part === undefined ? '' : `.${part}`}`
}

/** The same for a share in percent, which may be typed with the sign. */
export function plainShare(text: string): string {
  const typed = text.trimEnd()
  return plainNumber(/[%٪％]$/.test(typed) ? typed.slice(0, -1).trimEnd() : text)
}

/** A number as the current language writes it in a field: without groups. */
export function writtenNumber(number: number): string {
  return new Intl.NumberFormat(intlTag(spoken()), { useGrouping: false }).format(number)
}

function groupMark(): string | undefined {
  return new Intl.NumberFormat(intlTag(spoken()))
    .formatToParts(1_000_000)
    .find(({ type }) => type === 'group')?.value
}
