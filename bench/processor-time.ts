import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from './service.ts'

/** Processor time that a service has used since its start. */
export type Spent = { node_us: number; postgres_us: number }

// Linux reports processor time in hundredths of a second, whatever the kernel's own clock.
const US_PER_TICK = 10_000
// In /proc/PID/stat after the name, which may contain anything: state, parent, …, own time and that of children
// that have ended, each in user and system mode.
const PARENT = 1
const OWN = [11, 12]
const ENDED_CHILDREN = [13, 14]

/** The processor time of the service and of its PostgreSQL, with all connections there were. */
export function spentBy({ server, data_dir }: Pick<Service, 'server' | 'data_dir'>): Spent {
  const postmaster = Number(readFileSync(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const connections = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => fieldsOf(pid)[PARENT] === postmaster)
  return {
    node_us: ticksOf(server.pid ?? 0, OWN) * US_PER_TICK,
    postgres_us:
      (ticksOf(postmaster, [...OWN, ...ENDED_CHILDREN]) +
        connections.reduce((sum, pid) => sum + ticksOf(pid, OWN), 0)) *
      US_PER_TICK,
  }
}

const ticksOf = (pid: number | string, places: number[]) => {
  const fields = fieldsOf(pid)
  return places.reduce((sum, place) => sum + (fields[place] ?? 0), 0)
}

/** None if the process has ended. */
function fieldsOf(pid: number | string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}
