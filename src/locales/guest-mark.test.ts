import { expect, test } from 'vitest'
import { displayName } from '../users/user.ts'
import { withGuestMark, withoutGuestMark } from './guest-mark.ts'
import { inLanguage } from './say.ts'

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

test('a shown name has the mark in the language of its page', () => {
  const shown = (name: string) => inLanguage('ja', () => displayName({ name }))
  expect(shown('Gus Pérez (invitado)')).toBe('Gus Pérez（ゲスト）')
  expect(shown('Gus Pérez (abc)')).toBe('Gus Pérez (abc)')
  expect(displayName({ name: '鈴木 花子（ゲスト）' })).toBe('鈴木 花子 (guest)')
})
