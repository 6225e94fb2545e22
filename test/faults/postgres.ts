import { execFileSync } from 'node:child_process'
import { postmasterOf } from '../process.ts'
import { acknowledged, type Journal } from './journal.ts'
import { seconds, secondsUntil } from './rounds.ts'

/** The processes of the bundled PostgreSQL in this folder: the postmaster first, then its children. */
export async function processesOf(data_dir: string): Promise<number[]> {
  const postmaster = await postmasterOf(data_dir)
  return [postmaster, ...children(postmaster, '')]
}

/** A process that serves one of the service's connections: after a kill, the first that there is again. */
export async function aBackendOf(data_dir: string): Promise<number> {
  let found: number | undefined
  await secondsUntil(async () => {
    found = children(await postmasterOf(data_dir), 'folkmoot folkmoot').at(0)
    return found !== undefined
  })
  if (found === undefined) throw new Error('the service has no connection to PostgreSQL')
  return found
}

/**
 * After how many seconds clients get acknowledgements again, once `over` is true; more than a minute counts
 * as never.
 */
export async function backAfter(journal: Journal, over: () => Promise<boolean>): Promise<number> {
  const begun = performance.now()
  await secondsUntil(over)
  const before = acknowledged(journal).length
  const back = await secondsUntil(async () => acknowledged(journal).length > before)
  return back === null ? Number.POSITIVE_INFINITY : seconds(performance.now() - begun)
}

function children(parent: number, name: string): number[] {
  return execFileSync('ps', ['--ppid', String(parent), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(name) && line.trim() !== '')
    .map((line) => Number.parseInt(line, 10))
}
