import { Halt } from '../../errors.ts'

/** Why the service is to stop: null when it was told to, else what went wrong. */
export type StopRequest = {
  asked: Promise<Error | null>
  /** Whether somebody asked already. */
  isAsked(): boolean
  /** Called with a fault nobody caught. */
  onFault(note: (error: unknown) => void): void
}

const INTERRUPTED = 130
// npm hands on the Ctrl-C that the terminal has sent to us as well: within this time it is the same one.
const SAME_SIGNAL_MS = 1_000

/** Listens for signals and for faults that nobody caught. A second signal ends the process at once. */
export function listenForStop(): StopRequest {
  const { promise: asked, resolve } = Promise.withResolvers<Error | null>()
  let first: number | null = null
  let note: (error: unknown) => void = () => undefined
  const signalled = () => {
    const now = performance.now()
    if (first !== null && now - first > SAME_SIGNAL_MS) process.exit(INTERRUPTED)
    first ??= now
    resolve(null)
  }
  const failed = (error: unknown) => {
    first ??= performance.now()
    note(error)
    resolve(new Halt('Folkmoot has stopped because of a fault in it; the log tells more.'))
  }
  process.on('SIGINT', signalled).on('SIGTERM', signalled)
  process.on('unhandledRejection', failed).on('uncaughtException', failed)
  return {
    asked,
    isAsked: () => first !== null,
    onFault: (next) => {
      note = next
    },
  }
}
