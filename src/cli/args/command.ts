import type { Environment } from '../../config.ts'

/** How the program is called from the folder it was installed in. */
export const PROGRAM = 'npx folkmoot'

export type Option = {
  /** The placeholder for its value in the help; null: a switch, which takes no value. */
  value: string | null
  about: string
  required?: boolean
  /** May be given several times. */
  many?: boolean
  /** The allowed values, if there are few. */
  words?: readonly string[]
  /** Several of the allowed values, separated by commas. */
  list?: boolean
}

/** The shells with completion. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

export const JSON_SWITCH: Option = { value: null, about: 'prints JSON on one line instead of text' }
/** For commands that may take long. */
export const QUIET: Option = { value: null, about: 'shows no progress' }
export const GROUP: Option = { value: 'HANDLE', about: 'the group', required: true }

export type Operand = {
  name: string
  about: string
  /** Any number of them, including none. */
  many?: boolean
  /** The allowed values, if there are few. */
  words?: readonly string[]
}

/** The input of a command: its options and operands as typed, and the environment. */
export type Call = {
  env: Environment
  switches: ReadonlySet<string>
  values: ReadonlyMap<string, readonly string[]>
  operands: readonly string[]
}

export type Run = (call: Call) => Promise<void>

export type Command = {
  /** One word, or a topic and a verb. */
  name: string
  summary: string
  /** Notes shown in the help after the options. */
  notes?: string[]
  /** The operands after the name, in this order. */
  operand?: Operand | readonly Operand[]
  options: Readonly<Record<string, Option>>
  example: string
  /** Imports the command's modules when it is called. */
  load(): Promise<Run>
}

/** The operands of a command. */
export function operandsOf({ operand }: Command): Operand[] {
  return operand === undefined ? [] : [operand].flat()
}

/** The command line is invalid: one line for the terminal, exit status 2. */
export class UsageFault extends Error {}

/** The value of an option, trimmed; null if it was not given. */
export function given(call: Call, option: string): string | null {
  return call.values.get(option)?.[0]?.trim() ?? null
}

/** The value of a required option. */
export function needed(call: Call, option: string): string {
  return given(call, option) ?? ''
}

/** All values of a repeatable option. */
export function allGiven(call: Call, option: string): string[] {
  return [...(call.values.get(option) ?? [])]
}
