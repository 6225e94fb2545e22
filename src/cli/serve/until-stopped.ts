import { listenForStop, type StopRequest } from './stop-request.ts'

/**
 * Starts something, waits until it is to stop, and ends it, whatever came of it: also when it was half
 * started.
 */
export async function untilStopped(
  start: (stop: StopRequest) => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  const stop = listenForStop()
  try {
    await start(stop)
    const fault = await stop.asked
    if (fault !== null) throw fault
  } catch (error) {
    // Ctrl-C in a terminal reaches what the start has started, too, which then fails.
    const fault = stop.isAsked() ? await stop.asked : error
    if (fault !== null) throw fault
  } finally {
    await end()
    // What a library left open must not keep a stopped service alive.
    setImmediate(() => process.exit())
  }
}
