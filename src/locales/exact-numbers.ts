import { intlTag } from './languages.ts'
import { spoken } from './say.ts'

/**
 * Writes numbers of so many decimal places, given in digits with a point, as the current language does. No
 * digit is lost: a count may have more than a number holds.
 */
export function exactNumbers(places: number): (digits: string) => string {
  const format = new Intl.NumberFormat(intlTag(spoken()), {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
  return (digits) => format.format(digits as Intl.StringNumericLiteral)
}
