import { type Command, type Option, operandsOf } from '../args/command.ts'

/** A possible next word, and its description. */
export type Offer = { word: string; about: string }

/** The words that may follow if the line begins with these words. */
export type Place = {
  after: string
  /** Only right after these words; otherwise also later in the line. */
  next: boolean
  offers: Offer[]
  files: boolean
}

/** An option with a value. */
export type Value = {
  command: string
  option: string
  /** The allowed values; empty: any text. */
  words: readonly string[]
  /** Several of them, separated by commas. */
  list: boolean
  /** The name of a file. */
  file: boolean
}

/** The placeholder for the name of a file. */
const FILE = 'FILE'
const HELP: Offer = { word: '--help', about: 'prints help' }

/** All places of the command line; commands come before their operands. */
export function placesOf(commands: readonly Command[]): Place[] {
  const topics = Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  )
  const first = commands.map(({ name, summary }) => ({ word: name, about: summary }))
  const single = first.filter(({ word }) => !word.includes(' '))
  const named = [...topics].map(([word, own]) => ({ word, about: `${own.map(verbOf).join(', ')}` }))
  const version = { word: '--version', about: 'prints the version' }
  return [
    { after: '', next: true, offers: [...single, ...named, HELP, version], files: false },
    ...[...topics].map(([after, own]) => ({
      after,
      next: true,
      offers: [...own.map((command) => ({ word: verbOf(command), about: command.summary })), HELP],
      files: false,
    })),
    ...commands.map(placeOf),
  ]
}

/** Every option that takes a value. */
export function valuesOf(commands: readonly Command[]): Value[] {
  return commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, { value, words = [], list = false }]) =>
      value === null ? [] : [{ command: name, option: `--${option}`, words, list, file: value === FILE }],
    ),
  )
}

function placeOf(command: Command): Place {
  const operands = operandsOf(command)
  const options = Object.entries<Option>(command.options)
  return {
    after: command.name,
    next: false,
    offers: [
      ...operands.flatMap(({ words = [] }) => words.map((word) => ({ word, about: word }))),
      ...options.map(([name, { about }]) => ({ word: `--${name}`, about })),
      HELP,
    ],
    files: operands.some(({ name }) => name === FILE),
  }
}

function verbOf({ name }: Command): string {
  return name.split(' ')[1] ?? name
}
