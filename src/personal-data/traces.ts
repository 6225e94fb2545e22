import { escapeHtml } from '../text/markup.ts'

/** Letters of a script whose words stand apart, each with the digits and marks that may be part of them. */
const LATIN = '0-9A-Za-z\u00C0-\u024F\u0300-\u036F\u1E00-\u1EFF'
const ARABIC = '\u0621-\u065F\u0660-\u0669\u066E-\u06D3'
/** Greek, Cyrillic, Armenian, Georgian; Katakana: its words may stand beside letters of other scripts. */
const OTHERS = [
  '\u0370-\u03FF\u1F00-\u1FFF',
  '\u0400-\u052F',
  '\u0531-\u0587',
  '\u10A0-\u10FF',
  '\u30A1-\u30FA\u30FC-\u30FF\u31F0-\u31FF',
]
const SCRIPTS = [LATIN, ARABIC, ...OTHERS].map((letters) => ({ letters, test: new RegExp(`^[${letters}]$`) }))
/** "And", "to" and the like, which Arabic writes in front of a name without a space. */
const ARABIC_PREFIXES = '\u0648\u0641\u0628\u0644\u0643'

/** The letters of the address that distinguish equal names: "Ben (be…)". */
const LETTERS = '( \\([^()[:space:]]{2,254}…?\\))?'
/** Mails hold the places of links between these control characters. */
const IN_PLACEHOLDER = '\u0002[^\u0003]*'
const NO_ADDRESS_AFTER = '(?![0-9A-Za-z.+_-]*@[0-9A-Za-z])'
const IN_DOMAIN = '@[0-9A-Za-z.-]*[.-]'
/** Such names could be part of a link, a tag or an entity: there they name nobody. */
const CODE = /^[!-@[-~]+$/
const IN_CODE = ['://[^[:space:]<>"]*', '<[a-z/!][^<>]*', '&#?']
const NO_URL_AFTER = '(?!://)'

type Person = {
  name: string | null
  /** For mentions. It may be a usual word: only programs are told it, and people after an @. */
  username: string | null
  email: string
  /** Other names, and former addresses. */
  other_names: readonly string[]
}

/**
 * Regular expressions of PostgreSQL for what names a person in texts made for others: their addresses in any
 * letter case (the first of them), their username and their names, as text, HTML and JSON contain them. They
 * are not found within longer words and addresses.
 */
export function tracesOf({ name, username, email, other_names }: Person): string[] {
  const said = [...new Set([email, name ?? '', ...other_names])].filter((one) => one !== '')
  const addresses = said.filter((one) => one === email || isAddress(one))
  const names = said.filter((one) => !addresses.includes(one))
  return [
    `(?i)(?:${spellings(addresses).map(addressPattern).join('|')})`,
    ...(username === null ? [] : [mentionPattern(username)]),
    ...spellings(names).map(namePattern),
  ]
}

const isAddress = (text: string) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text)

/** The longest first: a given name may begin with the other. */
function spellings(texts: readonly string[]): string[] {
  const all = texts.flatMap((one) => [one, escapeHtml(one), inAttributes(one), inJson(one), inAscii(one)])
  return [...new Set(all)].sort((one, other) => other.length - one.length)
}

/** `lady.ada@x.example` and `ada@x.example.org` are addresses of other people. */
function addressPattern(address: string): string {
  const [before, after] = [lettersAt(address.at(0)), lettersAt(address.at(-1))]
  const asInLinks = literal(address).replaceAll('@', '(?:@|%40)').replaceAll('\\+', '(?:\\+|%2B)')
  const apart = after === null ? '' : `(?![${after}]|\\.[${after}]|-[${after}-]*\\.[${after}])`
  return `${asInLinks}${before === null ? '' : `(?<![${before}][.+_-]*${asInLinks})`}${apart}`
}

function mentionPattern(username: string): string {
  const name = literal(username)
  const mentioned = `(?:(?<="username":"${name})|(?<=(?:^|[^0-9A-Za-z.+_-])@${name}))`
  return `${name}${mentioned}(?![${LATIN}]|-[a-z0-9])`
}

function namePattern(name: string): string {
  // Mails in plain text are wrapped at spaces.
  const spelled = name.split(' ').map(literal).join('[[:space:]]+')
  const code = CODE.test(name) ? notInCode(spelled) : ''
  return `${spelled}${notBehind(IN_PLACEHOLDER, spelled)}${code}${apartBefore(name, spelled)}${apartAfter(name)}${LETTERS}`
}

/** Where the name has ended, because PostgreSQL evaluates what stands before it at every character. */
const notBehind = (before: string, spelled: string) => `(?<!${before}${spelled})`

function notInCode(spelled: string): string {
  const behind = IN_CODE.map((before) => notBehind(before, spelled)).join('')
  return `${behind}(?:${notBehind('@', spelled)}|(?!\\.[0-9A-Za-z]))${NO_URL_AFTER}`
}

function apartBefore(name: string, spelled: string): string {
  const letters = lettersAt(name.at(0))
  if (letters === null) return ''
  const alone = notBehind(`[${letters}]`, spelled)
  const prefixed = `(?<=(?:^|[^${letters}])[${ARABIC_PREFIXES}]${spelled})`
  const first = letters === ARABIC ? `(?:${alone}|${prefixed})` : alone
  return `${first}${notBehind(`[${letters}]-`, spelled)}${notBehind(IN_DOMAIN, spelled)}`
}

function apartAfter(name: string): string {
  const letters = lettersAt(name.at(-1))
  return letters === null ? '' : `(?![${letters}\u0300-\u036F]|-[${letters}])${NO_ADDRESS_AFTER}`
}

/** Letters that would continue a word here. Null: words in this script stand beside each other. */
function lettersAt(character = ''): string | null {
  return SCRIPTS.find(({ test }) => test.test(character))?.letters ?? null
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** As programs write JSON that do not trust in more than ASCII. */
const inAscii = (text: string) =>
  inJson(text).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** As pages and clients of others escape it. */
const inAttributes = (text: string) => escapeHtml(text).replaceAll('&#39;', "'")
