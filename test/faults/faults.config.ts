import { mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

export default {
  ...mergeConfig(config, {}),
  test: {
    ...config.test,
    include: ['test/faults/*.faults.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // They mostly wait.
    maxWorkers: 4,
  },
}
