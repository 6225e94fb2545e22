import { expect, test } from 'vitest'
import { nameMentions } from './mention-names.ts'
import { toHtml, toPlain } from './rich-text.ts'

const NAMES = new Map([
  ['ada', 'Ada Vale'],
  ['ben-ash', 'Ben <b>"Ash"</b>'],
])
const shown = (text: string) => nameMentions(toHtml(text, 'md'), NAMES)

test('names replace usernames, whatever the names contain', () => {
  expect(shown('Ask @Ada-, or *@ben-ash*.')).toBe(
    '<p>Ask <bdi>@Ada Vale</bdi>-, or <em><bdi>@Ben &lt;b&gt;&quot;Ash&quot;&lt;/b&gt;</bdi></em>.</p>',
  )
})

test('other words stay, also in addresses, links and code', () => {
  for (const text of ['@adam', 'x@ada', 'a/@ada', '`@ada`', '[@ada](https://x.example)'])
    expect(shown(text), text).toBe(toHtml(text, 'md'))
  expect(nameMentions('<p>@ada</p>', new Map())).toBe('<p>@ada</p>')
})

const WHOLE = new Map([
  ['mira', 'أميرة حداد'],
  ['ada', 'Ada'],
  ['ada vale', 'Ada Vale'],
  ['al', 'Bo & <Co>'],
])
const wrapped = (text: string) => nameMentions(toHtml(text, 'md'), WHOLE)

test('whole names after an @ are isolated as they are written, the longest first', () => {
  const cases = {
    'Yes @أميرة حداد?': 'Yes <bdi>@أميرة حداد</bdi>?',
    '@mira, @أميرة حداد': '<bdi>@أميرة حداد</bdi>, <bdi>@أميرة حداد</bdi>',
    '@ada vale, @ADA: @Ada Vale': '<bdi>@ada vale</bdi>, <bdi>@Ada</bdi>: <bdi>@Ada Vale</bdi>',
    '*@Bo & <Co>*': '<em><bdi>@Bo &amp; &lt;Co&gt;</bdi></em>',
  }
  for (const [text, html] of Object.entries(cases)) expect(wrapped(text), text).toBe(`<p>${html}</p>`)
})

test('a name by itself is isolated, too, where a number tells its person apart from others', () => {
  const names = new Map([
    ['ada', 'Ada Vale (#3)'],
    ['@7', 'Ada Vale (#7)'],
  ])
  const html = nameMentions('<p>@Ada Vale, @Ada Vale (#7), @Ada Vales</p>', names)
  const isolated = '<bdi>@Ada Vale</bdi>, <bdi>@Ada Vale (#7)</bdi>'
  expect(html).toBe(`<p>${isolated}, <bdi>@Ada Vale (#3)</bdi> Vales</p>`)
})

test('no part of a longer name, an address, a link or code is isolated', () => {
  for (const text of ['@أميرة حدادة', 'a@أميرة حداد', '`@أميرة حداد`', '[@أميرة حداد](https://x.example)'])
    expect(wrapped(text), text).toBe(toHtml(text, 'md'))
  expect(wrapped('@Ada Valerie')).toBe('<p><bdi>@Ada</bdi> Valerie</p>')
})

test('only the first hundreds of marks are compared with names: a text may consist of nothing else', () => {
  const html = wrapped('@أميرة حداد '.repeat(1_000))
  expect(html.match(/<bdi>/g)).toHaveLength(500)
})

test('in a plain text, mentions are isolated if anything there runs to the left', () => {
  const plain = (text: string) => toPlain(text, 'md', WHOLE)
  expect(plain('Yes @mira?')).toBe('Yes \u2068@أميرة حداد\u2069?')
  expect(plain('نعم @Ada Vale؟')).toBe('نعم \u2068@Ada Vale\u2069؟')
  expect(plain('Yes @Ada Vale?')).toBe('Yes @Ada Vale?')
})
