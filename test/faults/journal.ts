import type { Voter } from './town.ts'

/** A write that a client requests. The content contains `mark`, if it has text. */
export type Write = {
  /** `form`: a named vote from the voter's page; `named`: one cast by a program. */
  kind: 'named' | 'form' | 'anonymous' | 'comment' | 'poll'
  mark: string
  /** For ballots: the poll, the voter, and the option of a proposal, from 0. */
  poll_id: number
  voter: Voter
  choice: number
  /** Acknowledged with a 2xx, or the redirect after a form. */
  answered: boolean
}

/** `silence`: no answer within half a minute. `unclear`: neither success nor a 503 with Retry-After. */
export type Answer =
  | { is: 'done' | 'unavailable' | 'running' | 'cut' | 'silence' }
  | { is: 'unclear'; status: number }

/** The clients' knowledge: all requests in the order of each client, and the answers. */
export type Journal = {
  writes: Write[]
  counts: Record<Answer['is'], number>
  /** Unexpected statuses. */
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
