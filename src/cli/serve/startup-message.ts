import type { Config } from '../../config.ts'
import { setupAddress } from '../../groups/setup.ts'
import { PROGRAM } from '../args/command.ts'
import { print, tableOf } from '../print.ts'
import { painted } from '../terminal.ts'
import { setUpOf } from './set-up.ts'

/** `setup`: the token of the link that creates the first group; null: a group exists. */
export function printStartupMessage(config: Config, setup: string | null, workers = 1): void {
  const { public_url, host, port } = config
  const elsewhere = public_url !== `http://localhost:${port}`
  const lines = [
    `\nFolkmoot is running at ${painted('heading', public_url)} (Ctrl-C stops it)`,
    ...(elsewhere ? [`Listening: port ${port} of ${host}`] : []),
    ...(workers > 1 ? [`Workers: ${workers}`] : []),
    `\n${overview(config)}`,
    ...(process.stdout.isTTY ? [] : [`\n${dataLine(config)}`]),
    ...(setup === null ? [] : [firstSteps(setupAddress(public_url, setup))]),
  ]
  // In one write: lines of other processes could come in between.
  print(lines.join('\n'))
}

/** Programs wait for this line: once it is printed, the service answers. */
function dataLine({ data_dir, database_url }: Config): string {
  return `Data: ${database_url === null ? data_dir : 'the database at DATABASE_URL'}`
}

function overview(config: Config): string {
  const marks = { '✓': painted('good', '✓'), '–': painted('warning', '–') }
  return tableOf(setUpOf(config).map(({ done, part, words }) => ['', done ? '✓' : '–', part, words])).replace(
    /^ {2}([✓–])/gm,
    (_, mark: keyof typeof marks) => `  ${marks[mark]}`,
  )
}

const firstSteps = (link: string) => `
There is no group yet. Open this link to make it and sign in; it works once, until the next start:

  ${link}

Or in a second terminal, in this folder and with the same settings:

  ${PROGRAM} group create --name "Mill Lane Co-op" --handle mill-lane --admin-email you@example.org
  ${PROGRAM} key create --group mill-lane --name "My program"

The second prints an API key and a first call to try.
`
