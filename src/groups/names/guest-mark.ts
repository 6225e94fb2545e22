import { LANGUAGES, type Language } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'

const CODES = Object.keys(LANGUAGES) as Language[]
const markIn = (language: Language) => inLanguage(language, () => ` (${t('page.guest_mark')})`)

/** The name of a person outside the group, marked as such: they may have the name of a member. */
export function withGuestMark(name: string): string {
  return `${withoutGuestMark(name)} (${t('page.guest_mark')})`
}

/** The name as they typed it, whatever language the page was in. */
export function withoutGuestMark(name: string): string {
  const mark = CODES.map(markIn).find((one) => name.endsWith(one))
  return mark === undefined ? name : withoutGuestMark(name.slice(0, -mark.length))
}
