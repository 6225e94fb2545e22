import { mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

// One after the other: they measure time and memory.
export default {
  ...mergeConfig(config, {}),
  test: {
    ...config.test,
    include: ['test/security/*.long.ts'],
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
}
