import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isOfTheService, secretIn } from './log-secrets.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which all logs of the run are kept until its end. */
    logs: string
  }
}

const MOST_TOLD = 20

/** Keeps what was logged, in a file of the writer's own. */
export function keepLog(folder: string, writer: string | number, text: string): void {
  appendFileSync(join(folder, `${writer}.log`), text)
}

/** Everything that was logged in this folder and may not be, each with its line. */
export function secretsKept(folder: string): { lines: number; found: string[] } {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const found = lines.flatMap((line) => {
    const what = secretIn(line)
    return what === null ? [] : [`${what}: ${line}`]
  })
  return { lines: lines.filter(isOfTheService).length, found }
}

/** Reads the logs of the whole run at its end: the run fails when a secret stands in them. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-logs-'))
  project.provide('logs', folder)
  return () => {
    const { lines, found } = secretsKept(folder)
    rmSync(folder, { recursive: true, force: true })
    if (found.length > 0) {
      process.exitCode = 1
      throw new Error(`Logs of this run hold what they may not:\n${found.slice(0, MOST_TOLD).join('\n')}`)
    }
    process.stdout.write(`Logs of this run: ${lines} lines, no secret in them.\n`)
  }
}
