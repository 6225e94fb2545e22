import type { Voter } from './town.ts'

/** Something a client wants written. `mark` stands in what is written, where that may hold text. */
export type Write = {
  /** `form`: a named vote as its voter sends it from the page; `named`: one that a program casts. */
  kind: 'named' | 'form' | 'anonymous' | 'comment' | 'poll'
  mark: string
  /** Of ballots: where, whose, and which option of a proposal, from 0. */
  poll_id: number
  voter: Voter
  choice: number
  /** Acknowledged with a 2xx, or the redirect after a form. */
  answered: boolean
}

/**
 * `silence`: nothing within half a minute. `unclear`: neither done nor a 503 that says when to come again.
 */
export type Answer =
  | { is: 'done' | 'unavailable' | 'running' | 'cut' | 'silence' }
  | { is: 'unclear'; status: number }

/** What clients know: all they asked for in the order in which each asked, and what they heard. */
export type Journal = {
  writes: Write[]
  counts: Record<Answer['is'], number>
  /** Statuses that should not have been. */
  unclear: number[]
  longest_s: number
  heard(answer: Answer, milliseconds: number): void
}

export function newJournal(): Journal {
  const journal: Journal = {
    writes: [],
    counts: { done: 0, unavailable: 0, running: 0, cut: 0, silence: 0, unclear: 0 },
    unclear: [],
    longest_s: 0,
    heard: (answer, milliseconds) => {
      journal.counts[answer.is] += 1
      if (answer.is === 'unclear') journal.unclear.push(answer.status)
      journal.longest_s = Math.max(journal.longest_s, Number((milliseconds / 1_000).toFixed(1)))
    },
  }
  return journal
}

export const acknowledged = ({ writes }: Pick<Journal, 'writes'>) => writes.filter(({ answered }) => answered)
