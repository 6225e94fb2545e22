import { t } from '../locales/say.ts'

// The order matters: most browsers also claim to be another.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chromium|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const MAX_WORDS = 60

/** "Firefox on Linux": the browser's usual name, from its User-Agent header. */
export function browserWords(agent: string | null): string {
  if (agent === null || agent.trim() === '') return t('account.unknown_browser')
  const known = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const browser = known(BROWSERS)
  const system = known(SYSTEMS)
  if (browser === undefined) return agent.slice(0, MAX_WORDS)
  return system === undefined ? browser : t('account.browser_on', { browser, system })
}
