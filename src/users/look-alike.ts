// Letters of other scripts, and digits, that readers take for Latin letters: the usual ones, not all.
const TWINS: Record<string, string> = Object.fromEntries([
  ['а', 'a'],
  ['α', 'a'],
  ['в', 'b'],
  ['β', 'b'],
  ['с', 'c'],
  ['ϲ', 'c'],
  ['ԁ', 'd'],
  ['е', 'e'],
  ['ε', 'e'],
  ['є', 'e'],
  ['һ', 'h'],
  ['н', 'h'],
  ['і', 'i'],
  ['ι', 'i'],
  ['ı', 'i'],
  ['ј', 'j'],
  ['к', 'k'],
  ['κ', 'k'],
  ['м', 'm'],
  ['п', 'n'],
  ['η', 'n'],
  ['о', 'o'],
  ['ο', 'o'],
  ['σ', 'o'],
  ['р', 'p'],
  ['ρ', 'p'],
  ['ѕ', 's'],
  ['т', 't'],
  ['τ', 't'],
  ['υ', 'u'],
  ['ν', 'v'],
  ['ѵ', 'v'],
  ['ԝ', 'w'],
  ['ω', 'w'],
  ['х', 'x'],
  ['χ', 'x'],
  ['у', 'y'],
  ['γ', 'y'],
  ['0', 'o'],
  ['1', 'l'],
  ['|', 'l'],
  ['3', 'e'],
  ['5', 's'],
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['æ', 'ae'],
  ['œ', 'oe'],
] as const)

/**
 * The first of these names that a reader could take another name for; null: none. Ignores case, accents,
 * spaces, signs, invisible characters, and letters of other scripts that look the same.
 */
export function looksLike(names: readonly string[]): (name: string) => string | null {
  const known = new Map(names.toReversed().map((name) => [skeleton(name), name]))
  known.delete('')
  return (name) => known.get(skeleton(name)) ?? null
}

/** The visible part of a name. */
export function seen(name: string): string {
  return name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

const NUMBER_MARK = /^#\p{Nd}+$/u

/** It without marks in brackets as in `shownNames`, which its owner may have typed to imitate another. */
export function withoutMark(seen_name: string): string {
  let rest = seen_name
  while (rest.endsWith(')')) {
    const within = rest.slice(rest.lastIndexOf(')', rest.length - 2) + 1, -1)
    const mark = startOfMark(within)
    if (mark < 0) return rest
    rest = rest.slice(0, rest.length - 1 - within.length + mark).trimEnd()
  }
  return rest
}

/** Where the bracket of a mark that ends this text opens; -1: it ends in none. */
function startOfMark(text: string): number {
  if (text.endsWith('...')) return text.indexOf('(')
  const last = text.lastIndexOf('(')
  return NUMBER_MARK.test(text.slice(last + 1)) ? last : -1
}

/** A name without everything that readers overlook. */
function skeleton(name: string): string {
  const plain = withoutMark(seen(name)).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const latin = [...plain].map((letter) => TWINS[letter] ?? letter).join('')
  return latin
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
}
