import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, NodeResult, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// axe assumes that text in its background colour is hidden on purpose; on our pages it never is.
const UNSEEN = 'equalRatio'

/** The violations that axe finds on the current page, within `part`; only of these rules if any are named. */
export async function problemsOn(
  page: Page,
  { part = 'html', only }: { part?: string; only?: string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await loadAxe(page)
  const options: RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    selectors: false,
    // Only for a rule about styles of other sites, which our pages do not use.
    preload: false,
    ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
  }
  await page.evaluate(letButtonLie)
  // As text, because it is long, and the page would return it value by value.
  const found = `axe.run('${part}', ${JSON.stringify(options)}).then(({ violations, incomplete }) => JSON.stringify({ violations, incomplete }))`
  const { violations, incomplete } = JSON.parse(await page.evaluate<string>(found)) as Found
  const unseen = incomplete.map((rule) => ({ ...rule, nodes: rule.nodes.filter(isUnseen) }))
  return [...violations, ...unseen].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}

/**
 * The sticky button of a ballot covers controls in a small window: axe reports them as too small, though
 * people can scroll. Measured with the button at the end of the ballot.
 */
function letButtonLie(): void {
  const place = document.querySelector<HTMLElement>('#ballot form > p:last-child')
  if (place !== null) place.style.position = 'static'
}

const prepared = new WeakSet<Page>()

/**
 * As a script of the page's documents, this one and the next, which the browser gets and compiles once;
 * Playwright sends and evaluates a text again for each.
 */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  if (!prepared.has(page)) await session.send('Page.addScriptToEvaluateOnNewDocument', { source: AXE })
  prepared.add(page)
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: AXE })
  if (exceptionDetails !== undefined) throw new Error(`axe was not loaded: ${exceptionDetails.text}`)
}

type Found = Pick<AxeResults, 'violations' | 'incomplete'>

function isUnseen({ any }: NodeResult): boolean {
  return any.some(({ id, data }) => id === 'color-contrast' && data?.messageKey === UNSEEN)
}
