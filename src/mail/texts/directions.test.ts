import { expect, test } from 'vitest'
import { BARE_MAIL } from '../../../test/bare-mail.ts'
import type { Language } from '../../locales/languages.ts'
import { inLanguage } from '../../locales/say.ts'
import { wholeContent } from './content.ts'
import { layoutHtml } from './layout-html.ts'

const bare = wholeContent(BARE_MAIL)

/** The user's text of a mail, as pairs of a side where lines start and the text there. */
function runs(text: string, language: Language, format: 'md' | 'html' = 'md') {
  const html = inLanguage(language, () => layoutHtml({ ...bare, body: { text, format } }))
  const run = /<div class="body (ltr|rtl) ink" dir="(\w+)" style="[^"]*text-align:(\w+);[^"]*">(.*?)<\/div>/gs
  return [...html.matchAll(run)].map(([, name, dir, side, inner = '']) => {
    expect([dir, side]).toEqual([name, name === 'ltr' ? 'left' : 'right'])
    return [side, inner.replace(/\s+/g, ' ')]
  })
}

test('a text starts on the side where its own language does, bullets and words alike', () => {
  const list = 'Where?\n\n- yard\n- cellar'
  const shown = '<p>Where?</p> <ul> <li>yard</li> <li>cellar</li> </ul>'
  for (const language of ['ar', 'en'] as const) expect(runs(list, language)).toEqual([['left', shown]])
  expect(runs('أين؟\n\n- الفناء', 'en')).toEqual([['right', '<p>أين؟</p> <ul> <li>الفناء</li> </ul>']])
})

test('each block of a text has its own direction; one without letters that of the block before it', () => {
  expect(runs('Where?\n\n> أين؟\n\n1\n\n---\n\n- yard\n\n2', 'ar')).toEqual([
    ['left', '<p>Where?</p> '],
    ['right', '<blockquote> <p>أين؟</p> </blockquote> <p>1</p> <hr /> '],
    ['left', '<ul> <li>yard</li> </ul> <p>2</p>'],
  ])
  expect(runs('1 + 2', 'ar')).toEqual([['right', '<p>1 + 2</p>']])
  expect(runs('1 + 2', 'en')).toEqual([['left', '<p>1 + 2</p>']])
})

test('entities, words between blocks and blocks within blocks turn nothing', () => {
  expect(runs('a <b>b</b> & c<br>أ<p>&lt;أ</p>d', 'ar', 'html')).toEqual([
    ['left', 'a <b>b</b> &amp; c<br />أ'],
    ['right', '<p>&lt;أ</p>'],
    ['left', 'd'],
  ])
  expect(runs('- أ\n  - b\n\n    c\n- d', 'en')).toHaveLength(1)
})
