/**
 * "Highest total: Ana", or all that are tied for it: what the page of a poll says that elects nobody. Its
 * file names one of the tied options first, which decides nothing. Empty: no option has a total above 0.
 */
export function totalsWords(best: readonly string[]): string {
  if (best.length === 0) return ''
  return `${best.length === 1 ? 'Highest total' : 'Highest total, tied'}: ${best.join(', ')}`
}
