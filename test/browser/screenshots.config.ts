import { mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

export default {
  ...mergeConfig(config, {}),
  test: {
    ...config.test,
    include: ['screenshots', 'pictures', 'result-pictures', 'journey-pictures', 'languages'].map(
      (name) => `test/browser/${name}.ts`,
    ),
  },
}
