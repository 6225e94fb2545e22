import type { Call } from './args/command.ts'

/** Reports how much is done; parts of unknown length report nothing. */
export type Progress = (done: number, of: number) => void

const PER_SECOND = 10

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
  const { Presets, SingleBar } = await import('cli-progress')
  const bar = new SingleBar(
    {
      format: `${doing} {bar} {percentage} % · {eta_formatted} left`,
      barsize: barSize(doing),
      fps: PER_SECOND,
      clearOnComplete: true,
      // Stays off when a signal ends the command.
      linewrap: true,
      // Its listener would stop Ctrl-C from ending the command.
      gracefulExit: false,
      stream: process.stderr,
    },
    Presets.shades_classic,
  )
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

/** The rest of the line, at most 40 characters. */
function barSize(doing: string): number {
  const words = `${doing}  100 % · 59m59s left`.length
  return Math.max(5, Math.min(40, process.stderr.columns - words - 1))
}
