import { intlTag } from '../locales/languages.ts'
import { spoken } from '../locales/say.ts'
import { plainDigits } from './plain-digits.ts'

// Numbers in fields of pages: people type and read them as their language writes them.

const ARABIC_POINT = /\u066b/g
const ARABIC_COMMA = /\u060c/g
const ARABIC_GROUPS = /\u066c/g

const ONE_MARK = /^(-?\d+)([.,])(\d+)$/
const THOUSANDS = /^-?[1-9]\d{0,2}[.,]\d{3}$/
/** "€", "R$", "CHF", "zł": how people mark money. */
const CURRENCY = String.raw`(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}|zł|kr\.?|грн\.?|円|元)`
const MONEY = new RegExp(String.raw`^(-?)(?:${CURRENCY} ?)?(\d[^\p{L}\p{Sc}]*?)(?: ?${CURRENCY})?$`, 'u')
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
    return THOUSANDS.test(plain) && mark === markOf('group') ? `${whole}${decimals}` : `${whole}.${decimals}`
  const [, first, between, rest, part] = GROUPED.exec(plain) ?? []
  if (first === undefined || between === undefined || rest === undefined) return text
  return `${first}${rest.replaceAll(between, '')}${part === undefined ? '' : `.${part}`}`
}

/** The same where only whole numbers fit: in French, too, "3.500" can then only mean three thousand. */
export function plainWhole(text: string): string {
  const plain = plainDigits(text)
  if (!THOUSANDS.test(plain) || !plain.includes('.') || markOf('decimal') !== ',') return plainNumber(text)
  return plain.replace('.', '')
}

/** The same for whole amounts of money, which may be typed with their currency: "10.000 €", "CHF 10’000". */
export function plainAmount(text: string): string {
  const [, sign = '', amount] = MONEY.exec(plainDigits(text)) ?? []
  return amount === undefined ? plainWhole(text) : plainWhole(sign + amount)
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

function markOf(part: 'group' | 'decimal'): string | undefined {
  return new Intl.NumberFormat(intlTag(spoken())).formatToParts(1_000_000.5).find(({ type }) => type === part)
    ?.value
}
