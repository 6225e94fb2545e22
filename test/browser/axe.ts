import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, NodeResult, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Text in the very colour behind it may be hidden on purpose, thinks axe; on our pages it never is.
const UNSEEN = 'equalRatio'

/** What axe finds on the page as it is, within `part`; only by these rules where some are named. */
export async function problemsOn(
  page: Page,
  { part = 'html', only }: { part?: string; only?: string[] } = {},
): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? (() => { ${AXE} })()`)
  const options: RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
  }
  const results = await page.evaluate<AxeResults>(`axe.run('${part}', ${JSON.stringify(options)})`)
  const unseen = results.incomplete.map((rule) => ({ ...rule, nodes: rule.nodes.filter(isUnseen) }))
  return [...results.violations, ...unseen].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}

function isUnseen({ any }: NodeResult): boolean {
  return any.some(({ id, data }) => id === 'color-contrast' && data?.messageKey === UNSEEN)
}
