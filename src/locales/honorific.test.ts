import { expect, test } from 'vitest'
import { inLanguage, sayParts, t } from './say.ts'

const said = (who: string) => inLanguage('ja', () => t('mail.reply', { who }))

test.each(['佐藤 健一', 'Ada Vale', '\u2068سمير\u2069'])('in Japanese さん follows the name %s', (name) => {
  expect(said(name)).toBe(`${name}さんから返信がありました`)
})

test.each(['t•••@midori.example', '鈴木 花子（ゲスト）', '鈴木 花子 (guest)', '\u2068سمير (ضيف)\u2069'])(
  'in Japanese no さん follows %s',
  (name) => {
    expect(said(name)).toBe(`${name}から返信がありました`)
  },
)

test.each(['page.unnamed_person', 'page.former_member', 'member.somebody'] as const)(
  'in Japanese no さん follows the words of %s',
  (key) => {
    const words = inLanguage('ja', () => t(key))
    expect(said(words)).toBe(`${words}から返信がありました`)
  },
)

test('the same is true of a name in markup', () => {
  const after = (children: unknown) =>
    inLanguage('ja', () => sayParts('join.invited_by', { who: { props: { children } } })[1])
  expect(after('佐藤')).toMatch(/^さんから/)
  expect(after(['佐藤', '（ゲスト）'])).toMatch(/^から/)
  expect(after({ props: { children: 't@midori.example' } })).toMatch(/^から/)
})
