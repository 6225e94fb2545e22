const FARTHEST = 0.4

/** The known word that was most likely meant; null if none is similar. */
export function closestWord(word: string, known: readonly string[]): string | null {
  let best: string | null = null
  let least = Math.max(1, Math.floor(word.length * FARTHEST)) + 1
  for (const candidate of known) {
    const away = word.length > 1 && candidate.startsWith(word) ? 1 : distance(word, candidate)
    if (away < least) [best, least] = [candidate, away]
  }
  return best
}

/**
 * How many letters must be inserted, removed, replaced or swapped with the next to turn one into the other.
 */
function distance(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const at = (line: number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY
      const same = from[row - 1] === to[column - 1] ? 0 : 1
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next[column] = Math.min(
        at(next, column - 1) + 1,
        at(last, column) + 1,
        at(last, column - 1) + same,
        swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[to.length] ?? 0
}
