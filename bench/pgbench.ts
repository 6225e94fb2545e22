import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Service } from './service.ts'

const CLIENTS = 8

/** The version line of pgbench, or null if it is missing (Debian: postgresql-contrib). */
export function pgbenchVersion(): string | null {
  const found = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/** How often per second pgbench runs these statements, with as many connections as our pool. */
export async function pgbenchRound(
  { database }: Pick<Service, 'database'>,
  script: string,
  seconds: number,
): Promise<number | null> {
  if (pgbenchVersion() === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-pgbench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const where = ['-h', database.host, '-p', String(database.port), '-U', database.user, database.database]
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CLIENTS),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    file,
  ]
  try {
    const { stdout } = await promisify(execFile)('pgbench', [...options, ...where], { maxBuffer: 10_000_000 })
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (tps === undefined) throw new Error(`pgbench said no rate: ${stdout}`)
    return Number(tps)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A named statement's text as a line of a pgbench script: `values` replaces `$1`, `$2` …, with typed SQL
 * literals or pgbench variables.
 */
export function asScript(text: string, values: string[]): string {
  const filled = text.replace(/\$(\d+)/g, (_, place: string) => values[Number(place) - 1] ?? 'null')
  return `${filled.replace(/\s*\n\s*/g, ' ')};`
}
