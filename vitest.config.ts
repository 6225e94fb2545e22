import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: { '@folkmoot/client': fileURLToPath(new URL('packages/client/src/index.ts', import.meta.url)) },
  },
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    globalSetup: ['test/kept-logs.ts', 'test/database.ts'],
    setupFiles: ['test/keep-log.ts', 'test/check-rows.ts'],
    // For a machine that is busy: what goes well takes a small part of it.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Tests wait for the database and for processes more than they compute.
    maxWorkers: 2,
  },
})
