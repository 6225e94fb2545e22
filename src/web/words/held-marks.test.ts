import { expect, test } from 'vitest'
import { OFFERED } from '../../locales/languages.ts'
import { inLanguage, sayTo, t } from '../../locales/say.ts'
import { heldMarks } from './held-marks.ts'

test.each(OFFERED)('in a hint about Markdown no line ends in the mark of a quote or list: %s', (language) => {
  const hint = inLanguage(language, () => heldMarks(t('thread.markdown_hint')))
  expect(hint).toMatch(/>\u00a0.*-\u00a0/)
  expect(hint).not.toMatch(/[>-] /)
})

test.each(['thread.markdown_hint', 'thread.text_hint'] as const)(
  'in Arabic each sample of Markdown in %s begins with its sign on the right, as a reader types it',
  (key) => {
    const hint = inLanguage('ar', () => heldMarks(sayTo({}, key, { most: 1 })))
    expect(hint).not.toContain('\u2066')
    const samples = [...hint.matchAll(/\u2067([^\u2069]*)\u2069/g)].map(([, sample = '']) => sample[0])
    expect(samples).toEqual(['>', '-'])
  },
)
