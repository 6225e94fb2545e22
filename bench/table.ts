import { cpus } from 'node:os'
import type { Figure } from './load.ts'
import type { Idle, Start } from './start.ts'

type Report = {
  figures: Figure[]
  memory: Idle & { loaded_mb: number }
  start: Start
  pgbench: string | null
  load: string
  connections: number
  seconds: number
  rounds: number
}

const rate = (number: number | null) =>
  number === null ? '' : Math.round(number).toLocaleString('en').replaceAll(',', ' ')

/** Prints the figures as a Markdown table. */
export function printTable({
  figures,
  memory,
  start,
  pgbench,
  load,
  connections,
  seconds,
  rounds,
}: Report): void {
  const rows = figures.map((figure) => [
    figure.name,
    rate(figure.rps),
    figure.p50_ms.toFixed(1),
    figure.p99_ms.toFixed(1),
    rate(figure.limit_rps),
    figure.share === null ? '' : `${Math.round(figure.share * 100)}%`,
    rate(figure.floor_rps),
    figure.floor_share === null ? '' : figure.floor_share.toFixed(2),
    figure.target,
  ])
  print(
    ['case', 'requests/s', 'p50 ms', 'p99 ms', 'limit/s', 'share', 'floor/s', 'share of floor', 'target'],
    rows,
  )
  console.log('')
  print(
    ['start and memory', 'measured', 'target'],
    [
      ['empty folder to the first 200', `${Math.round(start.empty_ms)} ms`, '< 3 000 ms'],
      ['existing data to the first 200', `${Math.round(start.existing_ms)} ms`, '< 1 000 ms'],
      ['idle memory, Node (RSS)', `${Math.round(memory.node_mb)} MB`, '< 120 MB'],
      ['memory of Node after the run', `${Math.round(memory.loaded_mb)} MB`, '< 300 MB'],
      ['idle memory, PostgreSQL (PSS)', `${Math.round(memory.postgres_mb)} MB`, '< 60 MB'],
    ],
  )
  console.log(
    `\n${cpus().length} cores for load (${load}), server and database; ${connections} connections; ${rounds === 1 ? 'one round' : `median of ${rounds} rounds`} of ${seconds} s.`,
  )
  console.log('The floor: one select or one insert by key, by plain node:http and pg, on the same database.')
  if (load !== 'wrk')
    console.log(
      'wrk is missing (Debian: wrk): the load itself takes a third of the machine, from the floor most.',
    )
  console.log(
    pgbench === null
      ? 'pgbench is missing (Debian: postgresql-contrib): limits of pages only.'
      : `Limits: ${pgbench} running the same statements, 8 clients, prepared; of pages, the empty route.`,
  )
}

/** Prints rows as a Markdown table. */
export function print(head: string[], rows: string[][]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  console.log(line(head))
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  for (const row of rows) console.log(line(row))
}
