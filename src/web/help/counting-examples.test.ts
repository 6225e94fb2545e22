import { expect, test } from 'vitest'
import { inLanguage } from '../../locales/say.ts'
import { exampleOf } from './counting-examples.ts'

const toldIn = (language: 'en' | 'zh-Hans') => inLanguage(language, () => exampleOf('irv').told.join('\n'))

test('the sentences of a step are put side by side as the language does it', () => {
  expect(toldIn('en')).toMatch(/[a-z]\. [A-Z]/)
  expect(toldIn('zh-Hans')).toMatch(/。[^\n]/)
  expect(toldIn('zh-Hans')).not.toContain('。 ')
})
