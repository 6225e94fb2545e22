import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { median } from './median.ts'
import { newDataDir, startServer, stopServer } from './service.ts'

export type Start = { empty_ms: number; existing_ms: number }
export type Idle = { node_mb: number; postgres_mb: number }

const SETTLE_MS = 3_000

/**
 * The time from process start to the first 200, in an empty folder and on existing data, and the memory when
 * idle. Medians of `tries` attempts.
 */
export async function measureStart(tries: number): Promise<{ start: Start; idle: Idle }> {
  const empty: number[] = []
  const existing: number[] = []
  const node: number[] = []
  const postgres: number[] = []
  for (let tried = 0; tried < tries; tried++) {
    const folder = newDataDir()
    const first = await startServer(folder)
    empty.push(first.ms)
    await stopServer(first.server)
    const second = await startServer(folder)
    existing.push(second.ms)
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    node.push(nodeMemory(second.server.pid ?? 0))
    postgres.push(postgresMemory(folder))
    await stopServer(second.server)
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    start: { empty_ms: median(empty), existing_ms: median(existing) },
    idle: { node_mb: median(node), postgres_mb: median(postgres) },
  }
}

/** The memory of a process and its children, without PostgreSQL, in MB. */
export function nodeMemory(pid: number): number {
  const workers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return [pid, ...workers.map(Number)].filter(isNode).reduce((sum, each) => sum + rss(each), 0)
}

function isNode(pid: number): boolean {
  try {
    return /^Name:\s+(node|MainThread)/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function rss(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb ?? 0) / 1_024
}

function postgresMemory(data_dir: string): number {
  const main = Number(readFileSync(`${data_dir}/postgres/postmaster.pid`, 'utf8').split('\n')[0])
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === main)
  return [String(main), ...children].reduce((sum, pid) => sum + pss(pid), 0)
}

function parentOf(pid: string): number {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

function pss(pid: string): number {
  const text = execFileSync('cat', [`/proc/${pid}/smaps_rollup`], { encoding: 'utf8' })
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1_024
}
