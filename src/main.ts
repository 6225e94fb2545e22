import { COMMANDS } from './cli/args/commands.ts'
import { readCommandLine } from './cli/args/parse.ts'
import { failureOf } from './cli/failure.ts'
import { print } from './cli/print.ts'
import { environment } from './config.ts'
import { Halt } from './errors.ts'

/** The same as `engines` in package.json, and as the target of the build. */
const OLDEST_NODE = 24

const env = environment()

// A closed output (`| head`) is no error; the command continues to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  requireNode()
  const asked = readCommandLine(process.argv.slice(2), COMMANDS, env)
  if (asked.kind === 'text') print(asked.text)
  else await (await asked.command.load())(asked.call)
} catch (error) {
  const { text, status } = await failureOf(error, env)
  process.stderr.write(`${text}\n`)
  process.exitCode = status
}

function requireNode(): void {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= OLDEST_NODE) return
  throw new Halt(
    `Folkmoot needs Node ${OLDEST_NODE} or newer, but this is ${node}: start it with npm start or npx folkmoot, which include it on linux-x64; on other systems, install it.`,
  )
}
