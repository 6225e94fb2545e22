import type { Call } from './args/command.ts'

/** Reports how much is done; parts of unknown length report nothing. */
export type Progress = (done: number, of: number) => void

/** The share done, from 0 to 1, and the seconds left, as `cli-progress` has them: text if it cannot tell. */
export type Done = { progress: number; eta: number | string }

const PER_SECOND = 10
const LONGEST_BAR = 40
const SHORTEST_BAR = 5
/** The share after which the pace so far tells how long the rest takes. */
const FORESEEABLE = 0.05
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/**
 * Shows the progress of a long command on standard error while it runs; nothing with `--quiet`, or if
 * standard error is not a terminal.
 */
export async function withProgress<T>(
  call: Call,
  doing: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (call.switches.has('quiet') || !process.stderr.isTTY) return work(() => undefined)
  const { SingleBar } = await import('cli-progress')
  const bar = new SingleBar({
    format: (_, done) => progressLine(doing, done, process.stderr.columns),
    fps: PER_SECOND,
    clearOnComplete: true,
    // Stays off when a signal ends the command.
    linewrap: true,
    // Its listener would stop Ctrl-C from ending the command.
    gracefulExit: false,
    stream: process.stderr,
  })
  bar.start(1, 0)
  try {
    return await work((done, of) => {
      bar.setTotal(Math.max(of, 1))
      bar.update(Math.min(done, of))
    })
  } finally {
    bar.stop()
  }
}

/** "Writing ████░░░░ 50 % · 3 s left"; before anything is done, only what it does. */
export function progressLine(doing: string, { progress, eta }: Done, columns: number): string {
  if (progress === 0) return `${doing} …`
  const room = columns - `${doing}  100 % · 59 min 59 s left `.length
  const size = Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, room))
  const full = Math.round(progress * size)
  const known = progress >= FORESEEABLE && progress < 1
  const left = known && typeof eta === 'number' && eta > 0 ? ` · ${spanOf(eta)} left` : ''
  return `${doing} ${'█'.repeat(full)}${'░'.repeat(size - full)} ${Math.floor(progress * 100)} %${left}`
}

function spanOf(seconds: number): string {
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${seconds % MINUTE_S} s`
  return `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`
}
