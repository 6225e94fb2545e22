import type { Language } from './languages.ts'

/** The Japanese word behind the name of a person: 佐藤さん. */
const HONORIFIC = 'さん'

/**
 * No name: an address, words that stand for a person (元メンバー, 名前未設定の人, 誰か), and a name with a remark
 * in brackets: 佐藤（ゲスト）.
 */
const WITHOUT_HONORIFIC = /@|(?:[)）]|メンバー|の人|誰か)\u2069?$/

/**
 * The text of a message behind a placeholder, as it reads beside its value: a catalogue cannot know whether
 * that is a name.
 */
export function afterValue(language: Language, text: string): ((value: unknown) => string) | null {
  if (language !== 'ja' || !text.startsWith(HONORIFIC)) return null
  const without = text.slice(HONORIFIC.length)
  return (value) => (WITHOUT_HONORIFIC.test(wordsIn(value)) ? without : text)
}

/** The words of a value, which may be an element around them, as for the page. */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsIn).join('')
  return isElement(value) ? wordsIn(value.props.children) : ''
}

function isElement(value: unknown): value is { props: { children?: unknown } } {
  return typeof value === 'object' && value !== null && 'props' in value
}
