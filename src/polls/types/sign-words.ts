import { OFFERED } from '../../locales/languages.ts'
import { catalogueOf, t } from '../../locales/say.ts'
import { type PollTypeName, pollType, signOf } from './index.ts'

// Answers that every poll of a type has are stored by names that nobody reads: each language has its words.

/** The label of an option with the same meaning in every poll of the type. Null: it has none. */
export function signLabel(type: PollTypeName, option: string): string | null {
  const sign = signOf(type, option)
  return sign === null ? null : t(sign.label)
}

/** An option as its readers see it: such an answer in their language, all others as written. */
export function calledOf(type: PollTypeName, option: string): string {
  return signLabel(type, option) ?? option
}

/** The name of the option that somebody means who types this: an answer as they read it, or the text. */
export function nameMeant(type: PollTypeName, typed: string): string {
  const text = spelt(typed.trim())
  return Object.keys(pollType(type).signs).find((name) => spelt(calledOf(type, name)) === text) ?? typed
}

/** The answer that this text names to readers of any language. Null: none. */
export function answerCalled(type: PollTypeName, text: string): string | null {
  const { signs } = pollType(type)
  const named = Object.entries(signs).find(([, { label }]) =>
    OFFERED.some((language) => spelt(catalogueOf(language)[label] ?? '') === spelt(text)),
  )
  return named?.[0] ?? null
}

/** People type labels in any letter case, and with accents in one character or two. */
const spelt = (text: string): string => text.normalize('NFC').toLowerCase()
