/**
 * `intl`: the tag for numbers, dates and lists; `name`: in the language itself. `hidden`: not offered, for
 * developers of pages.
 */
type About = { name: string; intl: string; rtl?: true; hidden?: true }

/**
 * The supported languages: a line here, and a catalogue beside it with the language's code as its name.
 * English is the source: the other catalogues have its keys and arguments. en-XA is generated from it
 * (pseudo.ts).
 */
export const LANGUAGES = {
  en: { name: 'English', intl: 'en-GB' },
  ar: { name: 'العربية', intl: 'ar', rtl: true },
  de: { name: 'Deutsch', intl: 'de' },
  es: { name: 'Español', intl: 'es' },
  fr: { name: 'Français', intl: 'fr' },
  it: { name: 'Italiano', intl: 'it' },
  ja: { name: '日本語', intl: 'ja' },
  nl: { name: 'Nederlands', intl: 'nl' },
  pl: { name: 'Polski', intl: 'pl' },
  'pt-BR': { name: 'Português (Brasil)', intl: 'pt-BR' },
  uk: { name: 'Українська', intl: 'uk' },
  'zh-Hans': { name: '简体中文', intl: 'zh-Hans' },
  'en-XA': { name: 'Þšéûðö', intl: 'en-GB', hidden: true },
} as const satisfies Record<string, About>

export type Language = keyof typeof LANGUAGES

/** The languages that people may choose. */
export const OFFERED: readonly Language[] = codes().filter((code) => !aboutOf(code).hidden)

const BY_WRITING = new Map(OFFERED.map((code) => [writingOf(code), code]))

/** The language of this code, or the nearest one (pt-PT: pt-BR); null if there is none. */
export function nearestLanguage(code: string): Language | null {
  return isLanguage(code) ? code : (BY_WRITING.get(writingOf(code)) ?? null)
}

/** Whether this is the code of a language that people may choose. */
export function isOffered(code: string): code is Language {
  return OFFERED.some((offered) => offered === code)
}

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code)
}

/** The tag for `Intl` to format numbers, dates and lists in a language. */
export function intlTag(language: Language): string {
  return aboutOf(language).intl
}

/** The first day of the week in a language's region: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(language: Language): number {
  // Missing in TypeScript's library types.
  const locale = new Intl.Locale(intlTag(language)) as Intl.Locale & { getWeekInfo(): { firstDay: number } }
  return locale.getWeekInfo().firstDay
}

/** The text direction of a language. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return aboutOf(language).rtl === true ? 'rtl' : 'ltr'
}

function codes(): Language[] {
  return Object.keys(LANGUAGES).filter(isLanguage)
}

function aboutOf(language: Language): About {
  return LANGUAGES[language]
}

/**
 * A language and its script, which distinguishes simplified from traditional Chinese. '': not a language tag.
 */
function writingOf(code: string): string {
  try {
    const { language, script } = new Intl.Locale(code).maximize()
    return `${language} ${script}`
  } catch {
    return ''
  }
}
