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

/** It without a mark in brackets as in `shownNames`, which its owner may have typed to imitate another. */
export function withoutMark(seen_name: string): string {
  return seen_name.replace(/(\s*\(([^)]*(\.\.\.|…)|#\p{Nd}+)\))+$/u, '')
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
