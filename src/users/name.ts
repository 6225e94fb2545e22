import { type Problem, problem } from '../errors.ts'
import { isBlank } from '../text/blank.ts'
import { checkLength } from '../text/length.ts'
import { MAX_NAME } from './user.ts'

// Invisible characters, except the two that join letters in some scripts: they steer the text after them, or
// make two names look alike.
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu
const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu
const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/u

/**
 * The name as it is saved: one line of visible characters, one space between words; null when there is none.
 */
export function readName(text: string): string | null {
  const name = text.replace(/\s+/g, ' ').replace(UNSEEN, '').replace(/ {2,}/g, ' ').trim()
  return isBlank(name) ? null : name
}

// Written without a space between surname and given name, which has one or two letters.
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]{3,}$/u

/** Whether a parsed name is more than a given name, as far as can be told. */
export function hasSurname(name: string): boolean {
  const words =
    name
      .normalize('NFKC')
      .replace(HIDDEN, '')
      .match(/\p{L}[^\s]*/gu) ?? []
  return words.length > 1 || EAST_ASIAN.test(words.join(''))
}

/** Problems of a parsed name. An address is not allowed as a name: it may be someone else's. */
export function checkName(name: string | null, field = 'name'): Problem[] {
  const long = checkLength(field, name, MAX_NAME)
  if (name === null || long.length > 0) return long
  const plain = name
    .normalize('NFKC')
    .replace(HIDDEN, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?@ ?/g, '@')
    .replaceAll('。', '.')
  return ADDRESS.test(plain) ? [problem(field, 'address_as_name')] : []
}
