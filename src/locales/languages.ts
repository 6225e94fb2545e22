/**
 * The languages the service speaks: a line here, and a catalogue beside it named after the language's code.
 * English is the source: the other catalogues have its keys and arguments.
 */
export const LANGUAGES = {
  en: 'English',
}

export type Language = keyof typeof LANGUAGES
