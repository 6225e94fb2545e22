import { spawnSync } from 'node:child_process'

/**
 * The transcripts of a document: commands and their output, compared with today's output.
 */

export type Step = {
  /** Its position: "README.md:12". */
  at: string
  /** Null: the block shows the output of the background command. */
  command: string | null
  background: boolean
  output: string[]
}

/** A document's name for a key, a secret or a link, and its value in this run. */
export type Names = Map<string, string>

export type Run = {
  names: Names
  /** All commands of the document. */
  commands: string
}

export type Difference = { expected: string; printed: string }

const BLOCK = /^```(console|text)( background)?\n([\s\S]*?)^```$/gm
const ELLIPSIS = '…'
/** How many characters of a long line are shown where it differs. */
const SHOWN = 200
const DATE = '2030-01-31'.length

const INSTANT = String.raw`20\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z)?`
const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const NAME = String.raw`(?:fmk_|whsec_|(?<=[?&]k=))[\w+/-]{32}|(?<=/[dgp]/|"key":"|, key )\w{8}\b`
const SHAPED = new RegExp(`(?<instant>${INSTANT})|(?<uuid>${UUID})|(?<name>${NAME})`, 'g')

/**
 * The steps of the ```console blocks of a document, in order. A command begins with "$ " and continues until
 * it is complete for a shell. Blocks marked "background" contain a command that keeps running; a ```text block
 * with that mark contains its output.
 */
export function stepsOf(file: string, markdown: string): Step[] {
  return [...markdown.matchAll(BLOCK)].flatMap<Step>(({ index, 1: language, 2: mark, 3: body = '' }) => {
    const first = markdown.slice(0, index).split('\n').length + 1
    const lines = body.split('\n').slice(0, -1)
    const background = mark !== undefined
    if (language === 'console')
      return commandsOf(lines, first).map((step) => ({ ...step, at: `${file}:${step.at}`, background }))
    return background ? [{ at: `${file}:${first}`, command: null, background, output: lines }] : []
  })
}

function commandsOf(lines: string[], first: number) {
  const found: { at: number; command: string; output: string[] }[] = []
  for (const [place, line] of lines.entries()) {
    const last = found.at(-1)
    if (line.startsWith('$ ')) found.push({ at: first + place, command: line.slice(2), output: [] })
    else if (last?.output.length === 0 && !isWhole(last.command)) last.command += `\n${line}`
    else last?.output.push(line)
  }
  return found
}

const isWhole = (command: string) =>
  !command.endsWith('\\') && spawnSync('bash', ['-n', '-c', command]).status === 0

/**
 * Compares the output in a document with the actual one. "…" stands for anything, alone on a line for any
 * lines; a line that begins with one space continues the one above. Keys, links and instants have other
 * values in each run: `names` stores a key where it first occurs, and it must be the same from then on. A date
 * in the document's commands must be printed unchanged. Returns null, or the first line that differs.
 */
export function difference(documented: string[], printed: string, run: Run): Difference | null {
  const lines = trimmed(printed)
  let skips = false
  for (const expected of trimmed(documented.join('\n').replaceAll(/\n (?=\S)/g, ''))) {
    if (expected === ELLIPSIS) {
      skips = true
      continue
    }
    const place = skips ? lines.findIndex((line) => lineDifference(expected, line, run) === null) : 0
    if (place < 0) return { expected, printed: '(no such line)' }
    const different = lineDifference(expected, lines[place] ?? '(no more lines)', run)
    if (different !== null) return different
    lines.splice(0, place + 1)
    skips = false
  }
  const [more] = lines
  return more === undefined || skips ? null : { expected: '(no more lines)', printed: more }
}

/** The command with the values of this run. */
export function withNames(command: string, names: Names): string {
  return command.replaceAll(SHAPED, (documented) => names.get(documented) ?? documented)
}

const trimmed = (text: string) => text.replace(/\n+$/, '').split('\n')

function lineDifference(line: string, printed: string, run: Run): Difference | null {
  const pieces = line.split(ELLIPSIS)
  const taken: Names = new Map()
  let at = 0
  for (const [place, piece] of pieces.entries()) {
    const { source, unknown } = patternOf(piece, { ...run, names: new Map([...run.names, ...taken]) })
    const pattern = `${place === 0 ? '^' : ''}${source}${place === pieces.length - 1 ? '$' : ''}`
    const found = new RegExp(pattern).exec(printed.slice(at))
    if (found === null) return nearest(piece, printed.slice(at))
    for (const [slot, name] of unknown.entries()) taken.set(name, found[slot + 1] ?? '')
    at += found.index + found[0].length
  }
  for (const [name, value] of taken) run.names.set(name, value)
  return null
}

/** The part of a line that is closest to a piece; for a long piece, the text around the difference. */
function nearest(piece: string, rest: string): Difference {
  let same = piece.length
  while (!rest.includes(piece.slice(0, same))) same--
  const from = piece.length > SHOWN ? Math.max(0, same - SHOWN / 2) : 0
  const begin = rest.indexOf(piece.slice(0, same)) + from
  return { expected: piece.slice(from, from + SHOWN), printed: rest.slice(begin, begin + SHOWN) }
}

/** The pattern for a piece of a line, and the names in it that have no value yet. */
function patternOf(piece: string, { names, commands }: Run): { source: string; unknown: string[] } {
  const unknown: string[] = []
  let source = ''
  let end = 0
  for (const { 0: shaped, index, groups } of piece.matchAll(SHAPED)) {
    source += literal(piece.slice(end, index))
    end = index + shaped.length
    const { instant, name } = groups ?? {}
    if (instant !== undefined && commands.includes(instant.slice(0, DATE))) source += literal(instant)
    else if (instant !== undefined) source += instant.replaceAll(/\d/g, String.raw`\d`)
    else if (name === undefined) source += UUID
    else if (names.has(name)) source += literal(names.get(name) ?? '')
    else {
      const again = unknown.indexOf(name) + 1
      source += again > 0 ? `\\${again}` : `(${/^(?:fmk_|whsec_)?/.exec(name)?.[0]}[\\w+/-]{${bare(name)}})`
      if (again === 0) unknown.push(name)
    }
  }
  return { source: source + literal(piece.slice(end)), unknown }
}

const bare = (name: string) => name.replace(/^(?:fmk_|whsec_)/, '').length

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
