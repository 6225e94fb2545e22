/** The language that was picked by hand in a browser, and the one it prefers; null: none. */
export type BrowserLanguages = { chosen_locale: string | null; browser_locale: string | null }
