import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { type PlainKey, t } from '../../locales/say.ts'
import { ChosenTheme } from '../request/asked-part.tsx'
import { THEMES } from '../request/theme.ts'

/** The background colour of each theme, as in the stylesheet's tokens. */
export const PAPERS = { light: 'oklch(0.985 0.007 85)', dark: 'oklch(0.205 0.009 70)' }

/** The browser's own colours, before the styles load and around the page. */
export function ThemeMetas(): VNode {
  const chosen = useContext(ChosenTheme)
  const media = (theme: string) => {
    if (chosen === null) return `(prefers-color-scheme: ${theme})`
    return chosen === theme ? 'all' : 'not all'
  }
  return (
    <>
      <meta name="color-scheme" content={chosen ?? 'light dark'} />
      {THEMES.map((theme) => (
        <meta key={theme} name="theme-color" content={PAPERS[theme]} media={media(theme)} />
      ))}
    </>
  )
}

const CHOICES = [
  { value: 'system', label: 'page.theme_system' },
  { value: 'light', label: 'page.theme_light' },
  { value: 'dark', label: 'page.theme_dark' },
] as const satisfies { value: string; label: PlainKey }[]

/** Chooses light or dark for this browser, for everyone who uses it. */
export function ThemeSwitch(): VNode {
  const chosen = useContext(ChosenTheme) ?? 'system'
  return (
    <form method="post" action="/theme" class="themes" aria-label={t('page.theme')}>
      <span>{t('page.theme')}</span>
      {CHOICES.map(({ value, label }) => (
        <button
          key={value}
          class="link"
          type="submit"
          name="theme"
          value={value}
          aria-pressed={value === chosen}
        >
          {t(label)}
        </button>
      ))}
    </form>
  )
}
