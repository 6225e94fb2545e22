import { CountError, type RankedBallot } from './election.ts'

/** The content of a BLT file. `tie`: the order of its `[tie …]` line, the first of which wins. */
export type Blt = {
  title: string
  seats: number
  options: string[]
  withdrawn: number[]
  ballots: RankedBallot[]
  tie: number[] | null
  /** The seed of lots in a comment `# seed: …`; null: none. */
  seed: string | null
}

/** A syntax error in a file: its position and reason. Lines and columns count from 1. */
export class FileError extends CountError {
  readonly line: number
  readonly column: number

  constructor(line: number, column: number, problem: string) {
    super('file', `line ${line}, column ${column}: ${problem}`)
    this.line = line
    this.column = column
  }
}

type Token = { text: string; quoted: boolean; line: number; column: number }

const TOKEN = /#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"((?:[^"\n]|"")*)"|\[|\]|[^\s"[\]#]+/g
const SEED = /^# seed: (.*\S)[ \t\r]*$/m
const NUMBER = /^\d{1,9}$/
const MOST_OPTIONS = 10_000

/** Reads a BLT file, the format of OpenSTV and droop. Throws a FileError at the first error. */
export function readBlt(text: string): Blt {
  return new BltReader(text).read()
}

/**
 * Writes a BLT file. It has no sign for a quotation mark in a name: those become single. `seed`: of lots, as a
 * comment that `readBlt` reads.
 */
export function writeBlt({ title, seats, options, withdrawn, ballots, seed }: Omit<Blt, 'tie'>): string {
  const name = (text: string) => `"${text.replaceAll('"', "'").replaceAll(/\s+/g, ' ')}"`
  const ranks = (groups: number[][]) => groups.map((group) => group.map((place) => place + 1).join('='))
  return [
    ...(seed === null ? [] : [`# seed: ${seed}`]),
    `${options.length} ${seats}`,
    ...withdrawn.map((place) => `-${place + 1}`),
    ...ballots.map(({ weight, ranks: groups }) => [weight, ...ranks(groups), 0].join(' ')),
    '0',
    ...options.map(name),
    name(title),
    '',
  ].join('\n')
}

class BltReader {
  readonly #tokens: Token[]
  readonly #lines: string[]
  readonly #end: Token
  readonly #nicks = new Map<string, number>()
  #at = 0
  #by_line = false
  #count = 0
  #withdrawn: number[] = []
  #tie: number[] | null = null
  readonly #seed: string | null

  constructor(text: string) {
    this.#seed = SEED.exec(text)?.[1] ?? null
    this.#tokens = tokensOf(text)
    this.#lines = text.split('\n')
    const column = (this.#lines.at(-1)?.length ?? 0) + 1
    this.#end = { text: '', quoted: false, line: this.#lines.length, column }
  }

  read(): Blt {
    const first = this.#peek()
    this.#count = this.#number('the number of options')
    if (this.#count < 1 || this.#count > MOST_OPTIONS)
      throw at(first, `must have 1 to ${MOST_OPTIONS} options`)
    const second = this.#peek()
    const seats = this.#number('the number of seats')
    if (seats < 1 || seats > this.#count) throw at(second, `must have 1 to ${this.#count} seats`)
    this.#settings()
    const ballots = this.#ballots()
    this.#by_line = this.#namesTakeLines()
    const options = Array.from({ length: this.#count }, (_, place) => this.#name(`option ${place + 1}`))
    const title = this.#peek() === this.#end ? '' : this.#name('the title')
    return { title, seats, options, withdrawn: this.#withdrawn, ballots, tie: this.#tie, seed: this.#seed }
  }

  /** Lines such as `-3`, `[withdrawn 3]`, `[nick a b c]` and `[tie 2 1 3]`. */
  #settings(): void {
    for (let token = this.#peek(); /^(\[|-)/.test(token.text) && !token.quoted; token = this.#peek()) {
      if (token.text.startsWith('-')) {
        this.#next()
        this.#withdrawn.push(this.#place({ ...token, text: token.text.slice(1) }))
      } else this.#setting()
    }
  }

  #setting(): void {
    this.#next()
    const name = this.#next()
    const values: Token[] = []
    for (let token = this.#next(); token.text !== ']'; token = this.#next()) {
      if (token === this.#end) throw at(name, `[${name.text} …] has no end`)
      values.push(token)
    }
    if (name.text === 'nick') for (const [place, { text }] of values.entries()) this.#nicks.set(text, place)
    else if (name.text === 'tie') this.#tie = values.map((token) => this.#place(token))
    else if (name.text === 'withdrawn') this.#withdrawn.push(...values.map((token) => this.#place(token)))
    else if (name.text !== 'droop') throw at(name, `[${name.text} …] is not known`)
  }

  #ballots(): RankedBallot[] {
    const ballots: RankedBallot[] = []
    for (;;) {
      const token = this.#peek()
      if (token === this.#end) throw at(token, 'the ballots have no end: a line with 0 is missing')
      const weight = this.#weight()
      if (weight === 0) return ballots
      ballots.push({ weight, ranks: this.#ranks() })
    }
  }

  #weight(): number {
    const token = this.#peek()
    // Some files give every ballot an id.
    if (/^\(.*\)$/.test(token.text)) {
      this.#next()
      return 1
    }
    return this.#number('the number of identical ballots')
  }

  #ranks(): number[][] {
    const ranks: number[][] = []
    const seen = new Set<number>()
    for (;;) {
      const token = this.#next()
      if (token === this.#end) throw at(token, 'this ballot has no end: a 0 is missing')
      if (token.text === '0' && !token.quoted) return ranks
      // A rank that was left empty.
      if (token.text === '-') continue
      const group = token.text.split('=').map((text) => this.#place({ ...token, text }))
      for (const place of group) {
        if (seen.has(place)) throw at(token, `ranks ${token.text} twice`)
        seen.add(place)
      }
      ranks.push(group)
    }
  }

  #place(token: Token): number {
    const nick = this.#nicks.get(token.text)
    if (nick !== undefined) return nick
    const number = NUMBER.test(token.text) ? Number(token.text) : 0
    if (number < 1 || number > this.#count)
      throw at(token, `"${token.text}" is not an option: options are 1 to ${this.#count}`)
    return number - 1
  }

  #number(what: string): number {
    const token = this.#next()
    if (token.quoted || !NUMBER.test(token.text))
      throw at(token, token === this.#end ? `${what} is missing` : `"${token.text}" is not ${what}`)
    return Number(token.text)
  }

  #name(what: string): string {
    const token = this.#next()
    if (token === this.#end) throw at(token, `the name of ${what} is missing`)
    return this.#by_line ? this.#line(token) : token.text
  }

  /** Whether what is left are lines, one for each name: not several names in a line. */
  #namesTakeLines(): boolean {
    const left = this.#tokens.slice(this.#at)
    const lines = new Set(left.map(({ line }) => line)).size
    return left.length > this.#count + 1 && lines >= this.#count
  }

  /** A name that takes a line: without quotation marks, or in several parts, such as a person and a party. */
  #line(first: Token): string {
    const parts = [first.text]
    for (let next = this.#peek(); next !== this.#end && next.line === first.line; next = this.#peek())
      parts.push(this.#next().text)
    return first.quoted
      ? parts.join(', ')
      : (this.#lines[first.line - 1] ?? '').slice(first.column - 1).trim()
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? this.#end
  }

  #next(): Token {
    const token = this.#peek()
    this.#at += 1
    return token
  }
}

function at({ line, column }: Token, problem: string): FileError {
  return new FileError(line, column, problem)
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let [line, from, searched] = [1, 0, 0]
  for (const match of text.matchAll(TOKEN)) {
    for (
      let end = text.indexOf('\n', searched);
      end !== -1 && end < match.index;
      end = text.indexOf('\n', from)
    ) {
      line += 1
      from = end + 1
    }
    searched = match.index
    if (/^(#|\/\/|\/\*)/.test(match[0])) continue
    const quoted = match[1] !== undefined
    // Some files double the quotation marks in a name.
    const words = match[1]?.replaceAll('""', '"') ?? match[0]
    tokens.push({ text: words, quoted, line, column: match.index - from + 1 })
  }
  return tokens
}
