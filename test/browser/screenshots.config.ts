import { mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

export default {
  ...mergeConfig(config, {}),
  test: {
    ...config.test,
    include: ['test/browser/screenshots.ts', 'test/browser/pictures.ts', 'test/browser/result-pictures.ts'],
  },
}
