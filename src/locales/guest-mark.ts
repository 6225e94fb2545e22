import { LANGUAGES, type Language } from './languages.ts'
import { inLanguage, spoken, t } from './say.ts'

const CODES = Object.keys(LANGUAGES) as Language[]

/** Languages whose brackets are of full width, with a space of their own: 鈴木（ゲスト）. */
const FULL_WIDTH: ReadonlySet<Language> = new Set<Language>(['ja'])

const narrow = () => ` (${t('page.guest_mark')})`
const wide = () => `（${t('page.guest_mark')}）`
const marksIn = (language: Language) => inLanguage(language, () => [narrow(), wide()])
/** Of all languages; made with the first name that may end with one. */
let marks: readonly string[] | null = null
const ENDS_IN_BRACKET = /[)）]$/

/** The name of a person outside the group, marked as such: they may have the name of a member. */
export function withGuestMark(name: string): string {
  return withoutGuestMark(name) + (FULL_WIDTH.has(spoken()) ? wide() : narrow())
}

/** The name as they typed it, whatever language the page was in. */
export function withoutGuestMark(name: string): string {
  if (!ENDS_IN_BRACKET.test(name)) return name
  marks ??= CODES.flatMap(marksIn)
  const mark = marks.find((one) => name.endsWith(one))
  return mark === undefined ? name : withoutGuestMark(name.slice(0, -mark.length))
}

/** The name with its mark, if it has one, in the language of this page. */
export function withReadersMark(name: string): string {
  const bare = withoutGuestMark(name)
  return bare === name ? name : withGuestMark(bare)
}
