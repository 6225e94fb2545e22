import { type Problem, problem } from '../errors.ts'
import { checkLength } from '../text/length.ts'
import { MAX_NAME } from './user.ts'

// What is not seen by itself, but for the two that join letters in some scripts: it steers the text that
// follows, or makes two names look like one.
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u
const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu
const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/u

/** The name as it is kept: one line of what can be seen, one space between words; null when there is none. */
export function readName(text: string): string | null {
  const name = text.replace(/\s+/g, ' ').replace(UNSEEN, '').replace(/ {2,}/g, ' ').trim()
  return SEEN.test(name) ? name : null
}

/** What is wrong with a name that was read. Nobody appears under an address, which may be somebody else's. */
export function checkName(name: string | null, field = 'name'): Problem[] {
  const long = checkLength(field, name, MAX_NAME)
  if (name === null || long.length > 0) return long
  const plain = name
    .normalize('NFKC')
    .replace(HIDDEN, '')
    .replace(/\s*@\s*/g, '@')
    .replaceAll('。', '.')
  return ADDRESS.test(plain) ? [problem(field, 'address_as_name')] : []
}
