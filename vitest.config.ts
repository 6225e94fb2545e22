import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What the tests' PostgreSQL has connections for. */
const MOST_WORKERS = 8

/**
 * Tests that start browsers and processes, and those that wait, take longest. At the end they would keep the
 * whole run waiting.
 */
const LONGEST_FIRST = [
  /\/test\/browser\/every-page\./,
  /\/test\/process-/,
  /\/(live|silence|provider-faults|urn-files)\.test\./,
  /\/test\/browser\//,
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = LONGEST_FIRST.findIndex((pattern) => pattern.test(moduleId))
  return place === -1 ? LONGEST_FIRST.length : place
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: Object.fromEntries(
      ['check', 'client', 'count'].map((name) => [
        `@folkmoot/${name}`,
        fileURLToPath(new URL(`packages/${name}/src/index.ts`, import.meta.url)),
      ]),
    ),
  },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    globalSetup: ['test/temp-folder.ts', 'test/kept-logs.ts', 'test/built.ts', 'test/database.ts'],
    setupFiles: ['test/keep-log.ts', 'test/check-rows.ts', 'test/end-all.ts'],
    // For a machine that is busy: what goes well takes a small part of it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The program is loaded once for each worker and not for each file: what a module keeps is kept for the files after it.
    isolate: false,
    // Young objects are many and short-lived: collected in larger lots they cost less.
    execArgv: ['--max-semi-space-size=64'],
    // Tests wait for the database, processes and the clock as well: two more than can compute at once.
    maxWorkers: Math.min(availableParallelism() + 2, MOST_WORKERS),
    sequence: { sequencer: LongestFirst },
  },
})
