import { decoded } from './group-web.ts'

/** Requests pages in the pseudo-language, in which every catalogue text has accents. */
export const IN_PSEUDO = { 'accept-language': 'en-XA' }

const TOKEN = /<!--.*?-->|<!doctype[^>]*>|<(\/?)([a-z][\w-]*)((?:[^>"]|"[^"]*")*)>|[^<]+/gis
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Content of people or programs, and instants, which `Intl` formats. */
const NO_TEXTS = new Set('bdi code kbd pre samp script style textarea time'.split(' '))
const NO_TRANSLATION = /\stranslate="no"|\sdir="auto"/
const READ = new Set(['title', 'aria-label', 'placeholder', 'alt', 'label'])
const BUTTON = /\stype="(submit|button)"/

/** Text that is the same on pages in every language: addresses, time zones, language codes, days. */
const EVERYWHERE = [
  /https?:\/\/\S+|webcal:\S+|\S+@\S+|(?<!\S)\/\S*/g,
  /\b(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/\w+(\/\w+)?/g,
  /\b(Germany|Japan|New York|UK) Time\b/g,
  /\b\w+[_.]\w[\w.]*/g,
  /\b(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?\b/g,
  /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|(Sept?|Octo?|Nov|Dec)(em|o)?(ber)?)\b/g,
  /\b(in )?\d+[ \u00a0](second|minute|hour|day|week|month|year)s?( ago)?\b/g,
  /\b(Folkmoot|UTC|and|zh-Hans)\b/g,
]
const ENGLISH_WORD = /(?<!\p{L})(?=[a-z]*[aeiouy])[a-z]{3,}(?!\p{L})/iu

/**
 * The texts of a pseudo-language page with a word without accents, which is not in the catalogue: visible
 * text, labels and buttons. `own`: user text that the page does not mark with `dir="auto"` or
 * `translate="no"`.
 */
export function untranslated(html: string, own: readonly string[] = []): string[] {
  const known = [...own].sort((one, other) => other.length - one.length)
  const isEnglish = (text: string) => {
    const without = known.reduce((left, words) => left.replaceAll(words, ' '), decoded(text))
    return ENGLISH_WORD.test(EVERYWHERE.reduce((left, pattern) => left.replace(pattern, ' '), without))
  }
  return textsOf(html).filter(isEnglish)
}

function textsOf(html: string): string[] {
  const texts: string[] = []
  let around: { tag: string; skipped: boolean }[] = []
  for (const [token, end, name, attributes = ''] of html.matchAll(TOKEN)) {
    const skipped = around.at(-1)?.skipped ?? false
    const tag = name?.toLowerCase()
    if (tag === undefined) {
      if (!skipped && !token.startsWith('<')) texts.push(token.trim())
    } else if (end === '/') {
      around = around.slice(0, Math.max(0, around.map((open) => open.tag).lastIndexOf(tag)))
    } else {
      if (!skipped) texts.push(...attributeTexts(tag, attributes))
      const silent = skipped || NO_TEXTS.has(tag) || NO_TRANSLATION.test(attributes)
      if (!VOID.has(tag) && !attributes.endsWith('/')) around.push({ tag, skipped: silent })
    }
  }
  return texts
}

function attributeTexts(tag: string, attributes: string): string[] {
  const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => ({ name, value }))
  const isRead = (name: string) =>
    READ.has(name) || (name === 'value' && tag === 'input' && BUTTON.test(attributes))
  return pairs.filter(({ name, value }) => isRead(name) || isDataText(name, value)).map(({ value }) => value)
}

/** Scripts read their texts from `data-` attributes: one with more than a name is a text. */
function isDataText(name: string, value: string): boolean {
  return name.startsWith('data-') && /\S \S/.test(value)
}
