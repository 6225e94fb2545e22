/** The parts of an error for the log: where it happened, without the values that database errors contain. */
export function loggable(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { message: typeof thrown }
  const { name, message, stack, code } = thrown as Error & { code?: string }
  return { name, message, stack, code }
}
