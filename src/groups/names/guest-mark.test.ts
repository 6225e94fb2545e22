import { expect, test } from 'vitest'
import { inLanguage } from '../../locales/say.ts'
import { withGuestMark, withoutGuestMark } from './guest-mark.ts'

test('the mark of a guest has the brackets of the language', () => {
  expect(withGuestMark('Gus')).toBe('Gus (guest)')
  expect(inLanguage('ja', () => withGuestMark('鈴木 花子'))).toBe('鈴木 花子（ゲスト）')
})

test.each(['鈴木 花子（ゲスト）', '鈴木 花子 (ゲスト)', '鈴木 花子 (guest)（ゲスト）'])(
  'the name without the mark is found whatever its brackets: %s',
  (name) => {
    expect(withoutGuestMark(name)).toBe('鈴木 花子')
  },
)
