import { expect, test } from 'vitest'
import { OFFERED } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import { heldMarks } from './held-marks.ts'

test.each(OFFERED)('in a hint about Markdown no line ends in the mark of a quote or list: %s', (language) => {
  const hint = inLanguage(language, () => heldMarks(t('thread.markdown_hint')))
  expect(hint).toMatch(/>\u00a0.*-\u00a0/)
  expect(hint).not.toMatch(/[>-] /)
})
