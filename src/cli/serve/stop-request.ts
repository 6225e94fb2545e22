import { Halt } from '../../errors.ts'

/** Why the service stops: null if requested, otherwise the error. */
export type StopRequest = {
  asked: Promise<Error | null>
  /** Whether a stop was requested already. */
  isAsked(): boolean
  /** Called with an uncaught error. */
  onFault(note: (error: unknown) => void): void
}

const INTERRUPTED = 130
// npm forwards the Ctrl-C that the terminal also sent to us: within this time it counts as the same one.
const SAME_SIGNAL_MS = 1_000

/** Listens for signals and uncaught errors. A second signal ends the process at once. */
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
    resolve(new Halt('Folkmoot stopped because of a bug; see the log for details.'))
  }
  // A terminal that is closed hangs up: without this the database would be left running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, signalled)
  process.on('unhandledRejection', failed).on('uncaughtException', failed)
  return {
    asked,
    isAsked: () => first !== null,
    onFault: (next) => {
      note = next
    },
  }
}
