import { escapeHtml } from '../text/markup.ts'

/**
 * Digits and letters of words that Latin names may be part of. Not those of Japanese, Chinese and Arabic: in
 * these a name stands beside other words without a space.
 */
const BESIDE = '[0-9A-Za-z\u00C0-\u024F\u0300-\u036F\u1E00-\u1EFF]'
/**
 * The shortest words stand inside others: they count only where none of these is beside them, apart from the
 * letter of a new line in JSON.
 */
const ALONE_BEFORE = `(?:(?<!${BESIDE})|(?<=\\\\[nrt]))`
const ALONE_AFTER = `(?!${BESIDE})`
/** The letters of the address that distinguish equal names: "Ben (be…)". */
const LETTERS = '( \\([^()[:space:]]{2,254}…?\\))?'

type Person = {
  name: string | null
  /** For mentions. It may be a usual word: only programs are told it, and people after an @. */
  username: string | null
  email: string
  other_names: readonly string[]
}

/**
 * Regular expressions of PostgreSQL for what names a person in texts made for others: their address in any
 * letter case (the first of them), their username and their names, as text, HTML and JSON contain them.
 */
export function tracesOf({ name, username, email, other_names }: Person): string[] {
  const names = [...new Set([name ?? '', ...other_names])].filter((one) => one !== '')
  const spellings = [
    ...new Set(names.flatMap((one) => [one, escapeHtml(one), inAttributes(one), inJson(one)])),
  ]
  // The longest first: a given name may begin with the other.
  spellings.sort((one, other) => other.length - one.length)
  const mention = username === null ? [] : [`(?<="username":"|@)${literal(username)}${ALONE_AFTER}`]
  return [`(?i)${ALONE_BEFORE}${literal(email)}`, ...mention, ...spellings.map(patternOf)]
}

function patternOf(name: string): string {
  const before = isPlain(name.at(0)) ? ALONE_BEFORE : ''
  const after = isPlain(name.at(-1)) ? ALONE_AFTER : ''
  // Mails in plain text are wrapped at spaces.
  return `${before}${name.split(' ').map(literal).join('[[:space:]]+')}${after}${LETTERS}`
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const isPlain = (character = '') => /^[A-Za-z0-9]$/.test(character)

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** As pages and clients of others escape it. */
const inAttributes = (text: string) => escapeHtml(text).replaceAll('&#39;', "'")
