import { parseArgs } from 'node:util'
import { type Environment, isSetting } from '../../config.ts'
import { type Call, type Command, operandsOf, PROGRAM, UsageFault } from './command.ts'
import { closestWord } from './did-you-mean.ts'
import { capital, commandHelp, programHelp, topicHelp, version } from './help.ts'

/** The result of parsing a command line: a text to print, or a command to run. */
export type Asked = { kind: 'text'; text: string } | { kind: 'run'; command: Command; call: Call }

type Given = {
  values: Map<string, string[]>
  switches: Set<string>
  operands: string[]
  faults: string[]
  /** Options that misspelt ones were probably meant to be. */
  guessed: Set<string>
}

const HELP = new Set(['--help', '-h', 'help'])
const VERSION = new Set(['--version', '-V', '-v'])

/** Reads the arguments of the process. Throws UsageFault with all problems at once. */
export function readCommandLine(args: string[], commands: readonly Command[], env: Environment): Asked {
  const [first = '--help', ...rest] = args
  if (VERSION.has(first)) return { kind: 'text', text: version() }
  if (first === 'help' && rest.length > 0) return readCommandLine([...rest, '--help'], commands, env)
  if (HELP.has(first)) return { kind: 'text', text: programHelp(commands) }
  const command = commands.find(({ name }) => name === first || name === `${first} ${rest[0]}`)
  if (command === undefined) return { kind: 'text', text: topicOrFault(first, rest[0], commands) }
  const own = args.slice(command.name.split(' ').length)
  if (own.some((arg) => arg === '--help' || arg === '-h')) return { kind: 'text', text: commandHelp(command) }
  return { kind: 'run', command, call: readCall(command, own, env) }
}

function topicOrFault(first: string, second: string | undefined, commands: readonly Command[]): string {
  if (first.startsWith('-')) throw new UsageFault(`Options go after the command: see ${PROGRAM} --help.`)
  const ofTopic = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (ofTopic.length > 0 && (second === undefined || second.startsWith('-'))) return topicHelp(first, ofTopic)
  const words = second === undefined || second.startsWith('-') ? first : `${first} ${second}`
  const guess = ofTopic.length > 0 ? guessVerb(first, second ?? '', ofTopic) : guessCommand(words, commands)
  const hint = guess === null ? '' : `; did you mean ${guess}?`
  const help = ofTopic.length > 0 ? `${first} --help` : '--help'
  throw new UsageFault(`Unknown command "${words}"${hint || '.'} See ${PROGRAM} ${help}.`)
}

function guessVerb(topic: string, verb: string, ofTopic: readonly Command[]): string | null {
  const guess = closestWord(
    verb,
    ofTopic.map(({ name }) => name.slice(topic.length + 1)),
  )
  return guess === null ? null : `${topic} ${guess}`
}

function guessCommand(words: string, commands: readonly Command[]): string | null {
  const names = commands.map(({ name }) => name)
  const topics = new Set(names.map((name) => name.split(' ')[0] ?? name))
  const [first = '', second] = words.split(' ')
  const whole = closestWord(words, names)
  if (whole !== null || second === undefined) return whole ?? closestWord(first, [...topics])
  return closestWord(first, [...topics])
}

function readCall(command: Command, args: string[], env: Environment): Call {
  const given = readGiven(command, args)
  const { values, switches, operands, faults, guessed } = given
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && !values.has(name) && !guessed.has(name)) faults.push(`--${name} is missing`)
  }
  const known = operandsOf(command)
  const wanted = known.filter(({ many }) => many !== true)
  for (const { name } of wanted.slice(operands.length)) faults.push(`${name} is missing`)
  const extra = known.length > wanted.length ? [] : operands.slice(wanted.length).map((word) => `"${word}"`)
  // After a misspelt option, words can look misplaced that are correct once the option is fixed.
  if (extra.length > 0 && guessed.size === 0) {
    // Where something is missing, the extra word is probably its value, not the rest of one with spaces.
    const hint = faults.length > 0 ? '' : ' (put quotes around a value with spaces)'
    faults.push(`unexpected argument${extra.length > 1 ? 's' : ''} ${extra.join(', ')}${hint}`)
  }
  if (faults.length > 0)
    throw new UsageFault(`${capital(faults.join('; '))}. See ${PROGRAM} ${command.name} --help.`)
  return { env, values, switches, operands }
}

function readGiven(command: Command, args: string[]): Given {
  const known = Object.entries(command.options)
  const options = Object.fromEntries(
    known.map(([name, { value }]) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  const given: Given = {
    values: new Map(),
    switches: new Set(),
    operands: [],
    faults: [],
    guessed: new Set(),
  }
  for (const token of tokens) {
    if (token.kind === 'positional') given.operands.push(token.value)
    if (token.kind === 'option') takeOption(command, token, given)
  }
  return given
}

const hintOf = (guess: string) =>
  isSetting(guess) ? ` (set the environment variable ${guess} instead)` : ` (did you mean --${guess}?)`

function takeOption(
  command: Command,
  {
    name,
    rawName,
    value,
    inlineValue,
  }: { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  given: Given,
): void {
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined
  if (option === undefined) {
    const setting = name.toUpperCase().replaceAll('-', '_')
    const guess = isSetting(setting) ? setting : closestWord(name, Object.keys(command.options))
    if (guess !== null) given.guessed.add(guess)
    given.faults.push(`unknown option ${rawName}${guess === null ? '' : hintOf(guess)}`)
  } else if (option.value === null) {
    if (value !== undefined) given.faults.push(`--${name} takes no value`)
    given.switches.add(name)
  } else if (value === undefined || (!inlineValue && value.startsWith('-'))) {
    given.guessed.add(name)
    given.faults.push(`--${name} needs a value (--${name}=${option.value} if it begins with a hyphen)`)
  } else {
    const before = given.values.get(name) ?? []
    if (before.length > 0 && !option.many) given.faults.push(`--${name} was given twice`)
    given.values.set(name, [...before, value])
  }
}
