import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startChromium } from '../test/browser/chromium.ts'
import { timeHearing } from './hearing.ts'
import { type Score, scorePages } from './lighthouse.ts'
import { median } from './median.ts'
import { openPages, type Pages } from './pages.ts'
import { print } from './table.ts'
import { type Weight, weighPages } from './weight.ts'

/**
 * Measures the pages: Lighthouse, their weight, the server's time for a large poll, and the delay of live
 * updates. `--quick`: each page once; `--json FILE`: machine-readable results.
 */

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})
const ROUNDS = values.quick ? 1 : 5
const REQUESTS = 300
const WARM = 50

/** The server's time for one page, requested repeatedly by one reader, in milliseconds. */
async function timePage({ url, cookie, large_poll }: Pages): Promise<{ p50_ms: number; p99_ms: number }> {
  const times: number[] = []
  for (let asked = 0; asked < REQUESTS + WARM; asked++) {
    const begun = performance.now()
    const answer = await fetch(`${url}${large_poll}`, { headers: { cookie, accept: 'text/html' } })
    const text = await answer.text()
    if (answer.status !== 200 || !text.includes('100 of 100 voted')) throw new Error('this is not the poll')
    if (asked >= WARM) times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  return { p50_ms: median(times), p99_ms: times[Math.floor(times.length * 0.99)] ?? 0 }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

function printScores(scores: Score[]): void {
  const rows = scores.map((one) => [
    one.page,
    String(one.performance),
    String(one.accessibility),
    String(one.best_practices),
    one.seo === null ? '' : String(one.seo),
    `${(one.largest_paint_ms / 1_000).toFixed(1)} s`,
    one.layout_shift.toFixed(3),
    '>= 98 each',
  ])
  print(
    [
      'Lighthouse',
      'performance',
      'accessibility',
      'best practices',
      'SEO',
      'largest paint',
      'shift',
      'target',
    ],
    rows,
  )
  for (const { page, short_of } of scores)
    if (short_of.length > 0) console.log(`\n${page} loses points by: ${short_of.join('; ')}.`)
}

function printWeights(weights: Weight[]): void {
  const kb = (bytes: number) => (bytes / 1_000).toFixed(1)
  const rows = weights.map(({ page, html, styles, scripts, other, fonts, blocking }) => {
    const bare = html + styles + scripts + other
    return [page, ...[html, styles, scripts, other, bare, fonts, bare + fonts].map(kb), String(blocking)]
  })
  print(
    [
      'kB opened cold',
      'HTML',
      'CSS',
      'scripts',
      'other',
      'without fonts',
      'fonts',
      'all',
      'blocking scripts',
    ],
    [...rows, ['target', '', '', '', '', '<= 20', '<= 60', '<= 80', '0']],
  )
}

const pages = await openPages()
const port = await freePort()
const browser = await startChromium([`--remote-debugging-port=${port}`])
try {
  const time = await timePage(pages)
  const weights = await weighPages(browser, pages)
  const scores = await scorePages(pages, { port, rounds: ROUNDS })
  const hearing = await timeHearing(pages)
  printScores(scores)
  console.log('')
  printWeights(weights)
  console.log('')
  print(
    ['server time', 'p50 ms', 'p99 ms', 'target'],
    [['poll page, 10 options, 100 votes', time.p50_ms.toFixed(1), time.p99_ms.toFixed(1), 'p50 < 15 ms']],
  )
  console.log('')
  print(
    ['an open page hears', 'p50 ms', 'longest ms', 'target'],
    [['of a vote of somebody else', hearing.p50_ms.toFixed(0), hearing.max_ms.toFixed(0), '< 2000 ms']],
  )
  console.log(
    `\n${cpus().length} cores for browser, server and database. Lighthouse: a slow phone, median of ${ROUNDS}; time: ${REQUESTS} requests one after the other, as their sender sees it.`,
  )
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ scores, weights, time, hearing }, null, 2)}\n`)
} finally {
  await browser.close()
  await pages.stop()
}
