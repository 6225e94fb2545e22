import type { Page } from 'playwright-core'

/** The number of printed pages of this page. */
export async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  return Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf)?.[1])
}
