import lighthouse from 'lighthouse'
import { median } from './median.ts'
import type { Pages } from './pages.ts'

/**
 * Lighthouse's result for one page on a slow phone: scores out of 100, and the metrics behind the performance
 * score.
 */
export type Score = {
  page: string
  performance: number
  accessibility: number
  best_practices: number
  /** Null: search engines may not list the page. */
  seo: number | null
  largest_paint_ms: number
  layout_shift: number
  /** The audits that cost points, in Lighthouse's words. */
  short_of: string[]
}

type Run = Omit<Score, 'page'>

const INSIDE = ['performance', 'accessibility', 'best-practices']
/** Also for pages that search engines may list. */
const ALL = [...INSIDE, 'seo']

/** Opens each page several times in the browser that listens on `port`. Returns the medians. */
export async function scorePages(
  { url, cookie, by_name, signed_out, indexed }: Pages,
  { port, rounds }: { port: number; rounds: number },
): Promise<Score[]> {
  const scores: Score[] = []
  for (const [page, path] of Object.entries(by_name)) {
    const headers = among(signed_out, page) ? {} : { cookie }
    const runs: Run[] = []
    for (let round = 0; round < rounds; round++)
      runs.push(
        await run(`${url}${path}`, { port, headers, categories: among(indexed, page) ? ALL : INSIDE }),
      )
    scores.push({ page, ...middle(runs) })
    process.stderr.write(`${page} done\n`)
  }
  return scores
}

const among = (names: readonly string[], page: string) => names.includes(page)

type How = { port: number; headers: Record<string, string>; categories: string[] }

async function run(url: string, { port, headers, categories: named }: How): Promise<Run> {
  const flags = { port, onlyCategories: named, extraHeaders: headers, logLevel: 'error' as const }
  const result = await lighthouse(url, flags)
  if (result === undefined || result.lhr.runtimeError !== undefined)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  const { categories, audits } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const weighty = Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
    seo: categories['seo'] === undefined ? null : score('seo'),
    largest_paint_ms: audits['largest-contentful-paint']?.numericValue ?? 0,
    layout_shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    short_of: weighty.map(({ id }) => audits[id]?.title ?? id),
  }
}

function middle(runs: Run[]): Run {
  const of = (pick: (run: Run) => number) => median(runs.map(pick))
  return {
    performance: of((one) => one.performance),
    accessibility: of((one) => one.accessibility),
    best_practices: of((one) => one.best_practices),
    seo: runs.some(({ seo }) => seo === null) ? null : of(({ seo }) => seo ?? 0),
    largest_paint_ms: of((one) => one.largest_paint_ms),
    layout_shift: of((one) => one.layout_shift),
    short_of: [...new Set(runs.flatMap((one) => one.short_of))],
  }
}
