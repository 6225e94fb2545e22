import type { Language } from './languages.ts'
import { wordsIn } from './words-in.ts'

/** The text of a message behind a value, given that value. */
export type AfterValue = (value: unknown) => string

/** The Japanese word behind the name of a person: 佐藤さん. */
const HONORIFIC = 'さん'

/**
 * No name: an address, words that stand for a person (元メンバー, 名前未設定の人, 誰か), and a name with a remark
 * in brackets: 佐藤（ゲスト）.
 */
const WITHOUT_HONORIFIC = /@|(?:[)）]|メンバー|の人|誰か)\u2069?$/

/** A text of a message that begins with it, beside its value: a catalogue cannot know if that is a name. */
export function honorificAfter(language: Language, text: string): AfterValue | null {
  if (language !== 'ja' || !text.startsWith(HONORIFIC)) return null
  const without = text.slice(HONORIFIC.length)
  return (value) => (WITHOUT_HONORIFIC.test(wordsIn(value)) ? without : text)
}
