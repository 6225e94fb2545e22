import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { freePort } from '../src/cli/serve/listen.ts'
import type { Explained } from '../src/config.ts'
import { until } from '../src/db/embedded/embedded-process.ts'
import { atEnd } from './at-end.ts'
import { installProgram, json, main, newDataDir, type Settings, serve, shell } from './process.ts'
import { type Difference, difference, type Run, type Step, stepsOf, withNames } from './transcripts.ts'

installProgram()

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FIGURES = { METRICS_TOKEN: 'for-the-waiting-queues' }
/** The addresses of the documents. */
const SERVICE = 'http://localhost:3000'
const RECEIVER_PORT = 4000
const PATIENCE_MS = 10_000
const START = /^((?:[A-Z_]+=\S+ )*)npm (?:ci && npm )?start$/m
/** A command that sets a variable for those after it. */
const VARIABLE = /^(?:export )?([A-Z_]+)=(\S+)$/

type Stage = Run & {
  url: string
  folder: string
  port: number
  env: Settings
  background: { printed: string } | null
}

const read = (file: string) => readFile(join(ROOT, file), 'utf8')

/**
 * Runs the commands in documents, one after the other on a new service, and compares their output.
 */
async function follow(files: string[]): Promise<void> {
  const markdown = await Promise.all(files.map(read))
  const steps = files.flatMap((file, place) => stepsOf(file, markdown[place] ?? ''))
  expect(new Set(steps.map(({ at }) => at.split(':')[0]))).toEqual(new Set(files))
  const commands = steps.map(({ command }) => command ?? '').join('\n')
  const stage = await setStage(settingsIn(markdown.join('\n')), commands)
  for (const step of steps) {
    await until(() => isIdle(stage.url), PATIENCE_MS)
    const different = difference(step.output, await carryOut(step, stage), stage)
    if (different !== null) throw new Error(report(step, different))
  }
}

const report = ({ at, command }: Step, { expected, printed }: Difference) =>
  `${at} differs: ${command ?? 'in the background'}\n\nin the text: ${expected}\nprinted:     ${printed}\n`

/** The command that starts the service in the documents. */
function settingsIn(markdown: string): Settings {
  const pairs = START.exec(markdown)?.[1]?.trim().split(' ') ?? []
  return Object.fromEntries(pairs.filter(Boolean).map((pair) => pair.split('=')))
}

async function setStage(settings: Settings, commands: string): Promise<Stage> {
  const data = await newDataDir()
  const folder = dirname(data)
  await symlink(join(dirname(main), '../node_modules'), join(folder, 'node_modules'))
  const env = { DATA_DIR: data, PUBLIC_URL: SERVICE }
  const { url } = await serve({ ...env, ...FIGURES, ...settings })
  const port = await freePort({ host: '127.0.0.1', port: 0 })
  return { url, folder, port, env, background: null, names: new Map(), commands }
}

/** Whether the service has queued and sent all mails and webhooks of all events. */
async function isIdle(url: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${FIGURES.METRICS_TOKEN}` }
  const figures = await (await fetch(`${url}/metrics`, { headers })).text()
  return ['events', 'webhooks'].every((queue) => figures.includes(`folkmoot_waiting{queue="${queue}"} 0\n`))
}

/** Returns the output. */
async function carryOut(step: Step, stage: Stage): Promise<string> {
  if (step.command === null) return heard(step, stage)
  const addressed = step.command
    .replaceAll(SERVICE, stage.url)
    .replaceAll(String(RECEIVER_PORT), String(stage.port))
  const typed = withNames(addressed, stage.names)
  if (step.background) return listen(typed, stage)
  const [, variable, value = ''] = VARIABLE.exec(typed) ?? []
  if (variable === undefined) return type(typed, stage)
  stage.env[variable] = value
  return ''
}

async function type(typed: string, { folder, env, port }: Stage): Promise<string> {
  const line = `cd '${folder}'; npx() { "$@"; }; ${typed}`
  const { stdout, stderr } = await shell(line, env).catch(
    (failed: Awaited<ReturnType<typeof shell>>) => failed,
  )
  return (stdout + stderr).replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${RECEIVER_PORT}`)
}

/** The background output, which may arrive a moment later. */
async function heard({ output }: Step, stage: Stage): Promise<string> {
  const printed = () => stage.background?.printed ?? ''
  await until(() => difference(output, printed(), stage) === null, PATIENCE_MS)
  return printed()
}

/** Starts a listening command, and waits until it listens. */
async function listen(typed: string, stage: Stage): Promise<string> {
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...stage.env }
  const child: ChildProcess = spawn('bash', ['--norc', '-c', `exec ${typed}`], { cwd: stage.folder, env })
  atEnd(() => child.kill())
  const background = { printed: '' }
  stage.background = background
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      background.printed += chunk.toString()
    })
  await until(async () => child.exitCode !== null || (await isOpen(stage.port)), PATIENCE_MS)
  return ''
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

describe.concurrent('the program prints today what the document shows:', () => {
  test('README.md, docs/mcp.md and docs/operations.md', () =>
    follow(['README.md', 'docs/mcp.md', 'docs/operations.md']))
  test('docs/tour.md', () => follow(['docs/tour.md']))
})

test('the table of settings in the README matches the program', async () => {
  const table = [...(await read('README.md')).matchAll(/^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$/gm)]
  const { settings } = await json<{ settings: Explained[] }>(['config'], {})
  const expected = settings.map(({ name, value, about }) => [
    name,
    (value && `\`${value}\``) || 'none',
    about,
  ])
  expect(table.map(([, name, value, about]) => [name, value, about])).toEqual(expected)
})
