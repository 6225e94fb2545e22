import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { print } from '../../bench/table.ts'
import { type Figure, isKept } from './figures.ts'

export type Row = Figure & { check: string; kept: boolean }

/** Collects the figures of all checks. A check that failed without figures gets its own row. */
export class Figures implements Reporter {
  readonly rows: Row[] = []

  onTestModuleEnd(module: TestModule): void {
    for (const test of module.children.allTests()) this.rows.push(...rowsOf(test))
    if (module.errors().length > 0) this.rows.push(failed(module.relativeModuleId))
  }

  /** Writes them as a Markdown table. */
  print(): void {
    let last = ''
    const lines = this.rows.map((row) => {
      const check = row.check === last ? '' : row.check
      last = row.check
      return [check, row.what, `${row.value}${row.unit ?? ''}`, promiseOf(row), row.kept ? '' : 'BROKEN']
    })
    print(['check', 'counted', 'figure', 'promised', ''], lines)
  }
}

function rowsOf(test: TestCase): Row[] {
  const check = test.name
  const rows = (test.meta().figures ?? []).map((figure) => ({ ...figure, check, kept: isKept(figure) }))
  const { state } = test.result()
  const silent = state === 'failed' && rows.every(({ kept }) => kept)
  return silent ? [...rows, failed(check)] : rows
}

const failed = (check: string): Row => ({ check, what: 'it ended with an error', value: 1, kept: false })

function promiseOf({ promised }: Figure): string {
  if (promised === undefined) return ''
  if ('exactly' in promised) return String(promised.exactly)
  return 'at_least' in promised ? `>= ${promised.at_least}` : `<= ${promised.at_most}`
}
