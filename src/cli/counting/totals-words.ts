/**
 * "Highest total: Ana", or all that are tied for it: what the page of a poll says that elects nobody.
 * `by_lot`: the tied option that a lot put first, which files name; null: none. Empty: no option has a total
 * above 0.
 */
export function totalsWords(best: readonly string[], by_lot: string | null): string {
  if (best.length === 0) return ''
  if (best.length === 1) return `Highest total: ${best.join('')}`
  const tied = `Highest total, tied: ${best.join(', ')}`
  return by_lot === null ? tied : `${tied}\nA lot puts ${by_lot} first: an order that does not break the tie.`
}
