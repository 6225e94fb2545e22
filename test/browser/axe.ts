import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, NodeResult, RuleObject, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// axe assumes that text in its background colour is hidden on purpose; on our pages it never is.
const UNSEEN = 'equalRatio'

/** `part`: a selector; `only`: these rules and no others; `except`: all rules but these. */
type Extent = { part?: string; only?: string[]; except?: string[] }

/** The violations that axe finds on the current page. */
export async function problemsOn(
  page: Page,
  { part = 'html', only, except = [] }: Extent = {},
): Promise<string[]> {
  // Of a page that a click leads to, the styles may still be under way.
  await page.waitForLoadState()
  await startAxe(page)
  const options: RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    selectors: false,
    // Only for a rule about styles of other sites, which our pages do not use.
    preload: false,
    ...(only ? { runOnly: only } : { rules: rulesBut(except) }),
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
  const place = document.querySelector<HTMLElement>('#ballot form > p:last-of-type')
  if (place !== null) place.style.position = 'static'
}

function rulesBut(except: string[]): RuleObject {
  const off = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  return { 'target-size': { enabled: true }, ...off }
}

// Called only where axe is needed: a page on the way to another one need not set it up.
const SCRIPT = `globalThis.startAxe = () => {${AXE}\n}`
const START = '"axe" in globalThis || ("startAxe" in globalThis && (startAxe(), true))'

/** Once for each document. */
async function startAxe(page: Page): Promise<void> {
  if (await page.evaluate<boolean>(START)) return
  await addAxe(page)
  await page.evaluate(START)
}

/**
 * As a script of the page's documents, this one and the next, which the browser gets and compiles once;
 * Playwright sends and evaluates a text again for each.
 */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // Without this the next documents do not get the script.
  await session.send('Page.enable')
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: SCRIPT })
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: SCRIPT })
  if (exceptionDetails !== undefined) throw new Error(`axe was not loaded: ${exceptionDetails.text}`)
}

type Found = Pick<AxeResults, 'violations' | 'incomplete'>

function isUnseen({ any }: NodeResult): boolean {
  return any.some(({ id, data }) => id === 'color-contrast' && data?.messageKey === UNSEEN)
}
