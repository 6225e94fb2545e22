import { readFileSync } from 'node:fs'
import { SOURCE_FOLDER } from '../../source-folder.ts'
import { fitted } from '../print.ts'
import { commandLines, filledLines, lineWidth, wrapped } from '../terminal.ts'
import { type Command, type Operand, type Option, operandsOf, PROGRAM } from './command.ts'

const INDENT = '  '
/** Characters. */
const LEAST_BESIDE = 32
/** Characters, also in a file or a pipe. */
const LONGEST_LINE = 100

const helpWidth = () => Math.min(lineWidth(), LONGEST_LINE)

/** The version of the program, as package.json has it. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', SOURCE_FOLDER), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** The help of the whole program. */
export function programHelp(commands: readonly Command[]): string {
  return [
    'Folkmoot: discuss, vote and act on the result.',
    '',
    `Usage: ${PROGRAM} COMMAND [options]`,
    '',
    'Commands:',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...columns([
      ['--help', 'prints help; after a command, help for that command'],
      ['--version', 'prints the version'],
    ]),
    '',
    'Settings are read from the environment (see "config").',
    'Exit status: 0 success, 1 refused or failed, 2 invalid command line.',
    '',
    'Example:',
    exampleOf('group create --help'),
  ].join('\n')
}

/** The help of a topic, such as "group". */
export function topicHelp(topic: string, commands: readonly Command[]): string {
  return [
    `Usage: ${PROGRAM} ${topic} COMMAND [options]`,
    '',
    'Commands:',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Examples:',
    ...commands.map(({ example }) => exampleOf(example)),
    '',
    `Details: ${PROGRAM} ${commands[0]?.name ?? topic} --help`,
  ].join('\n')
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const { summary, notes = [], options, example } = command
  const lines = Object.entries(options).map(([name, option]) => [written(name, option), option.about])
  lines.unshift(...operandsOf(command).map((operand) => [shape(operand), operand.about]))
  return [
    `${capital(summary)}.`,
    '',
    ...usage(command),
    '',
    ...columns([...lines, ['--help', 'prints this help']]),
    '',
    ...notes.flatMap((note) => [fitted(note, helpWidth()), '']),
    'Example:',
    exampleOf(example),
  ].join('\n')
}

function exampleOf(example: string): string {
  return commandLines(`${PROGRAM} ${example}`, helpWidth())
}

/** Options that do not fit into the first line are indented. */
function usage(command: Command): string[] {
  const { name, options } = command
  const parts = Object.entries(options).map(([option, spec]) => {
    const part = `${written(option, spec)}${spec.many ? ' …' : ''}`
    return spec.required ? part : `[${part}]`
  })
  const all = [`Usage: ${PROGRAM} ${name}`, ...operandsOf(command).map(shape), ...parts]
  const [first = '', ...rest] = filledLines(all, helpWidth() - INDENT.length)
  return [first, ...rest.map((line) => INDENT + line)]
}

function shape({ name, many }: Operand): string {
  return many === true ? `[${name} …]` : name
}

function written(name: string, { value }: Option): string {
  return value === null ? `--${name}` : `--${name} ${value}`
}

/** Words in two aligned columns, as wide as the help. */
export function columns(rows: string[][]): string[] {
  const width = Math.max(...rows.map(([first = '']) => first.length))
  const before = INDENT.length + width + INDENT.length
  // If little room is left beside the names, the descriptions stand below them.
  const beside = helpWidth() - before >= LEAST_BESIDE
  const indent = ' '.repeat(beside ? before : 3 * INDENT.length)
  return rows.flatMap(([first = '', second = '']) => {
    const lines = wrapped(second, helpWidth() - indent.length)
    const name = `${INDENT}${first.padEnd(beside ? width : 0)}`
    const [head = '', ...rest] = lines
    return beside
      ? [`${name}${INDENT}${head}`, ...rest.map((line) => indent + line)]
      : [name, ...lines.map((line) => indent + line)]
  })
}

/** The same text with a capital first letter. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
