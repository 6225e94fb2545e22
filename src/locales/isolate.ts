import { directionOf, type Language } from './languages.ts'

// Placeholders for what people wrote. Addresses, links and codes are not among them: they are copied, and an
// invisible character would come along.
const WRITTEN_BY_PEOPLE: ReadonlySet<string> = new Set([
  'about',
  'actor',
  'author',
  'group',
  'inviter',
  'loser',
  'member',
  'name',
  'option',
  'person',
  'poll',
  'service',
  'subject',
  'title',
  'viewer',
  'who',
  'winner',
])

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

const LEFT_TO_RIGHT =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Embeddings and overrides, then isolates. */
const REACHING = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * What people wrote, for a place beside other text that nothing separates: without what turns the text after
 * it, and with an end for each isolate that it begins.
 */
export function selfContained(text: string): string {
  if (text.search(REACHING) === -1) return text
  let open = 0
  const kept = text.replace(REACHING, (mark) => {
    if (mark < '\u2066') return ''
    if (mark !== POP_ISOLATE) open++
    else if (open === 0) return ''
    else open--
    return mark
  })
  return kept + POP_ISOLATE.repeat(open)
}

/** Whether any letters of a text run from right to left. */
export function runsToTheLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** Words in their own direction (Unicode Standard Annex 9). */
export function isolate(words: string): string {
  return `${FIRST_STRONG_ISOLATE}${words}${POP_ISOLATE}`
}

/** One without an end reaches to the end of the sentence. */
const ISOLATED = new RegExp(`${FIRST_STRONG_ISOLATE}[^${POP_ISOLATE}]*(?:${POP_ISOLATE}|$)`, 'g')

/**
 * The direction of a finished sentence in any language. Browsers would take that of its first letter, even if
 * it belongs to an isolated name.
 */
export function directionIn(sentence: string): 'ltr' | 'rtl' | 'auto' {
  const [letter] = sentence.replaceAll(ISOLATED, '').match(/\p{L}/u) ?? []
  if (letter === undefined) return 'auto'
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/**
 * The value for a placeholder of a sentence. Words that run against the language are isolated (Unicode
 * Standard Annex 9): otherwise the marks and numbers beside them are shown on the wrong side. No words turn
 * the text after them.
 */
export function isolated(language: Language, placeholder: string, words: string): string {
  return WRITTEN_BY_PEOPLE.has(placeholder) ? apartIn(language, selfContained(words)) : words
}

/** The same for words in a list or beside a number. Those that are isolated already stay as they are. */
export function apartIn(language: Language, words: string): string {
  if (words.startsWith(FIRST_STRONG_ISOLATE) && words.indexOf(POP_ISOLATE) === words.length - 1) return words
  const against = directionOf(language) === 'rtl' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT
  return against.test(words) ? isolate(words) : words
}
