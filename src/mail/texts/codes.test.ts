import { expect, test } from 'vitest'
import { BARE_MAIL } from '../../../test/bare-mail.ts'
import type { Language } from '../../locales/languages.ts'
import { inLanguage } from '../../locales/say.ts'
import { wholeContent } from './content.ts'
import { layoutHtml } from './layout-html.ts'
import { layoutText } from './layout-text.ts'

const KEY = '127.0.0.1:4731+fd6f956c+AeB1qaK/x='
const LINK = 'http://127.0.0.1:4731/p/abcdefgh/head'

const content = wholeContent({
  ...BARE_MAIL,
  checks: [
    { label: 'L', value: LINK, href: LINK, is_code: true },
    { label: 'L', value: KEY, is_code: true },
  ],
})

const text = (language: Language) => inLanguage(language, () => layoutText(content))
const html = (language: Language) => inLanguage(language, () => layoutHtml(content))

test('a key runs from left to right, also in a mail that runs to the left', () => {
  expect(text('ar')).toContain(`\u2066${KEY}\u2069`)
  expect(text('de')).toContain(`L: ${KEY}`)
  for (const language of ['ar', 'de'] as const) {
    expect(html(language)).toContain(`<bdi dir="ltr">${KEY}</bdi></td>`)
    expect(html(language)).toContain(`<bdi dir="ltr">${LINK}</bdi></a></td>`)
  }
})

test('a link is followed by no mark: mail programs would take it for a part of the link', () => {
  expect(text('ar')).toMatch(/: http:\S+\/head\n/)
  expect(text('ar')).not.toContain(`\u2066${LINK}`)
})

test('in a Japanese mail no line ends between a number and its unit', () => {
  const numbers = { ...content, paragraphs: ['1人です'], facts: [{ label: '結果', value: '棄権 10人' }] }
  const made = inLanguage('ja', () => layoutHtml(numbers))
  expect(made).toContain('1\u2060人です')
  expect(made).toContain('棄権 10\u2060人')
})
