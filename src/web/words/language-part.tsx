import type { VNode } from 'preact'
import { LANGUAGES, OFFERED } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import { AS_IS } from './as-is.ts'

/** The choices of a form: no language, labelled `none`, and each language. */
export function languageChoices(none: string): { value: string; label: string }[] {
  return [{ value: '', label: none }, ...OFFERED.map((value) => ({ value, label: LANGUAGES[value].name }))]
}

/** Chooses the language for a signed-in person, else for this browser. */
export function LanguageSwitch(): VNode | null {
  if (OFFERED.length < 2) return null
  return (
    <details class="languages">
      <summary>{t('page.language', { name: LANGUAGES[spoken()].name })}</summary>
      <form method="post" action="/language">
        {OFFERED.map((code) => (
          <button
            key={code}
            class="link"
            type="submit"
            name="language"
            value={code}
            lang={code}
            {...AS_IS}
            aria-pressed={code === spoken()}
          >
            {LANGUAGES[code].name}
          </button>
        ))}
      </form>
    </details>
  )
}
