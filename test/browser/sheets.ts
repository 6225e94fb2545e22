import type { Page } from 'playwright-core'
import { SHEETS, STYLESHEET, sheetText } from '../../src/web/assets/stylesheet.ts'

type Texts = readonly (readonly [sheet: string, text: string])[]

/**
 * Rules that the page does not have for what is on it: selectors that match there, with a class of which no
 * style of the page says anything, each with the name of its sheet.
 */
export async function missingStyles(page: Page): Promise<string[]> {
  const links = await page.locator('link[rel=stylesheet]').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  const names = hrefs.flatMap((href) => (/([\w.-]+)-\w+\.css$/.exec(href ?? '')?.[1] ?? '').split('.'))
  const textsOf = (sheets: readonly (typeof SHEETS)[number][]): Texts =>
    sheets.map((sheet) => [sheet, sheetText(sheet)])
  const loaded = textsOf(SHEETS.filter((sheet) => names.includes(sheet)))
  const said = new Set([String(STYLESHEET.plain), ...loaded.map(([, text]) => text)].flatMap(classesIn))
  const found = await page.evaluate(matching, textsOf(SHEETS.filter((sheet) => !names.includes(sheet))))
  const unsaid = found.flatMap(classesIn).filter((name) => !said.has(name))
  const shown = await page.evaluate(classesOnPage, unsaid)
  return found.filter((rule) => classesIn(rule).some((name) => shown.includes(name)))
}

const classesIn = (text: string): string[] => text.match(/(?<=\.)[a-z][\w-]*/g) ?? []

/** Runs in the page: which of these classes it has. */
function classesOnPage(names: string[]): string[] {
  return names.filter((name) => document.getElementsByClassName(name).length > 0)
}

/** Runs in the page: selectors of these sheets that match, each with the name of its sheet. */
function matching(sheets: Texts): string[] {
  const selectorsIn = (rules: CSSRuleList, parent: string): string[] =>
    [...rules].flatMap((rule) => {
      if (!('cssRules' in rule)) return []
      const inner = rule.cssRules as CSSRuleList
      if (!(rule instanceof CSSStyleRule)) return selectorsIn(inner, parent)
      const selector = rule.selectorText.replaceAll('&', `:is(${parent})`)
      return [selector, ...selectorsIn(inner, selector)]
    })
  return sheets.flatMap(([name, text]) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    const selectors = selectorsIn(sheet.cssRules, ':root')
    const shown = selectors.map((one) => one.replaceAll(/::[\w-]+(?:\([^)]*\))?/g, ''))
    return shown.filter((one) => document.querySelector(one) !== null).map((one) => `${name}: ${one}`)
  })
}
