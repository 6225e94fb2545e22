import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { ChosenTheme } from '../request/asked-part.tsx'
import { THEMES } from '../request/theme.ts'

/** The paper of each theme, as the tokens of the stylesheet have it. */
export const PAPERS = { light: 'oklch(0.985 0.007 85)', dark: 'oklch(0.205 0.009 70)' }

/** What the browser draws itself, before the styles are there and around the page. */
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
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Chooses light or dark for this browser, whoever reads in it. */
export function ThemeSwitch(): VNode {
  const chosen = useContext(ChosenTheme) ?? 'system'
  return (
    <form method="post" action="/theme" class="themes" aria-label="Theme">
      <span>Theme</span>
      {CHOICES.map(({ value, label }) => (
        <button
          key={value}
          class="link"
          type="submit"
          name="theme"
          value={value}
          aria-pressed={value === chosen}
        >
          {label}
        </button>
      ))}
    </form>
  )
}
