import { LANGUAGES, type Language } from '../../locales/languages.ts'
import { inLanguage, spoken, t } from '../../locales/say.ts'

const CODES = Object.keys(LANGUAGES) as Language[]

/** Languages whose brackets are of full width, with a space of their own: 鈴木（ゲスト）. */
const FULL_WIDTH: ReadonlySet<Language> = new Set<Language>(['ja'])

const narrow = () => ` (${t('page.guest_mark')})`
const wide = () => `（${t('page.guest_mark')}）`
const marksIn = (language: Language) => inLanguage(language, () => [narrow(), wide()])

/** The name of a person outside the group, marked as such: they may have the name of a member. */
export function withGuestMark(name: string): string {
  return withoutGuestMark(name) + (FULL_WIDTH.has(spoken()) ? wide() : narrow())
}

/** The name as they typed it, whatever language the page was in. */
export function withoutGuestMark(name: string): string {
  const mark = CODES.flatMap(marksIn).find((one) => name.endsWith(one))
  return mark === undefined ? name : withoutGuestMark(name.slice(0, -mark.length))
}
