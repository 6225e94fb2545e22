import { listenForStop, type StopRequest } from './stop-request.ts'

/**
 * Starts something, waits for the stop request, and stops it in every case, even if the start failed halfway.
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
    // Ctrl-C in a terminal also reaches child processes, so the start may fail.
    const fault = stop.isAsked() ? await stop.asked : error
    if (fault !== null) throw fault
  } finally {
    await end()
    // Handles that a library left open must not keep a stopped service alive.
    setImmediate(() => process.exit())
  }
}
