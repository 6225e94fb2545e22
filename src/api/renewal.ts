import type { Envelope } from './envelope.ts'

type Shown = Pick<Envelope, 'polls'>

/**
 * What may be shown of a stored response about a poll: `load` brings its current state, which takes the
 * place of a response with results that are hidden again. Null: the stored one.
 */
export async function renewedPoll<T extends Shown>(
  kept: T,
  load: (id: number) => Promise<T>,
): Promise<T | null> {
  const [poll] = kept.polls
  if (poll === undefined || !poll.results_visible) return null
  const now = await load(poll.id)
  return now.polls.every(({ results_visible }) => results_visible) ? null : now
}
