import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What the tests' PostgreSQL has connections for. */
const MOST_WORKERS = 8

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: { '@folkmoot/client': fileURLToPath(new URL('packages/client/src/index.ts', import.meta.url)) },
  },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    globalSetup: ['test/kept-logs.ts', 'test/built.ts', 'test/database.ts'],
    setupFiles: ['test/keep-log.ts', 'test/check-rows.ts'],
    // For a machine that is busy: what goes well takes a small part of it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // The program is loaded once for each worker and not for each file: what a module keeps is kept for the files after it.
    isolate: false,
    // Tests wait for the database, processes and the clock as well: one more than can compute at once.
    maxWorkers: Math.min(availableParallelism() + 1, MOST_WORKERS),
  },
})
