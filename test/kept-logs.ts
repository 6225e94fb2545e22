import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isOfTheService, secretIn } from './log-secrets.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that keeps all logs of the run until its end. */
    logs: string
  }
}

const MOST_TOLD = 20

/** Stores log output in the writer's own file. */
export function keepLog(folder: string, writer: string | number, text: string): void {
  appendFileSync(join(folder, `${writer}.log`), text)
}

/** All secrets in the logs of this folder, each with its line. */
export function secretsKept(folder: string): { lines: number; found: string[] } {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const found = lines.flatMap((line) => {
    const what = secretIn(line)
    return what === null ? [] : [`${what}: ${line}`]
  })
  return { lines: lines.filter(isOfTheService).length, found }
}

/** Checks the logs of the whole run at its end: the run fails if they contain a secret. */
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
