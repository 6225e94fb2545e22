import type { Config } from '../../config.ts'
import { setupAddress } from '../../groups/setup.ts'
import { PROGRAM } from '../args/command.ts'
import { print, tableOf } from '../print.ts'
import { commandLines, lineWidth, painted } from '../terminal.ts'
import { setUpOf } from './set-up.ts'

/** `setup`: the token of the link that creates the first group; null: a group exists. */
type Start = { setup: string | null; workers: number }

/** Programs wait for this message: once it is printed, the service answers. */
export function printStartupMessage(config: Config, setup: string | null, workers = 1): void {
  // In one write: lines of other processes could come in between.
  print(startupMessage(config, { setup, workers }, lineWidth()))
}

/** The address, what is set up, and how to make the first group; its commands have at most this width. */
export function startupMessage(config: Config, { setup, workers }: Start, width: number): string {
  const { public_url, host, port } = config
  const elsewhere = public_url !== `http://localhost:${port}`
  const lines = [
    `\nFolkmoot is running at ${painted('heading', public_url)} (Ctrl-C stops it)`,
    ...(elsewhere ? [`Listening: port ${port} of ${host}`] : []),
    ...(workers > 1 ? [`Workers: ${workers}`] : []),
    `\n${overview(config)}`,
    ...(setup === null ? [] : [firstSteps(setupAddress(public_url, setup), width)]),
  ]
  return lines.join('\n')
}

function overview(config: Config): string {
  const marks = { '✓': painted('good', '✓'), '·': '·', '–': painted('warning', '–') }
  return tableOf(setUpOf(config).map(({ done, part, words }) => ['', markOf(done), part, words])).replace(
    /^ {2}([✓·–])/gm,
    (_, mark: keyof typeof marks) => `  ${marks[mark]}`,
  )
}

function markOf(done: boolean | null): string {
  if (done === null) return '·'
  return done ? '✓' : '–'
}

const EXAMPLE = {
  group: '--name "Mill Lane Co-op" --handle mill-lane --admin-email you@example.org',
  key: '--group mill-lane --name "My program"',
}

const firstSteps = (link: string, width: number) => `
There is no group yet. Open this link to create one and sign in; it works once, until the next start:

  ${link}

Or in a second terminal, in this folder and with the same settings:

${commandLines(`${PROGRAM} group create ${EXAMPLE.group}`, width)}
${commandLines(`${PROGRAM} key create ${EXAMPLE.key}`, width)}

The second command prints an API key and a first call to try.
`
