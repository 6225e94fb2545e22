import type { Static } from 'typebox'
import type { Outcome } from '../../polls/outcomes/outcome.ts'
import { Flag, Id, MaybeId, MaybeText, OneOf, Record, Text, Time, time } from '../wire.ts'

export const OutcomeRecord = Record('Outcome', {
  id: Id('The outcome.'),
  poll_id: Id('Its poll.'),
  poll_option_id: MaybeId('The option decided on; null: none.'),
  group_id: Id('Its group.'),
  author_id: Id('The person who published it.'),
  statement: Text('What was decided.'),
  statement_format: OneOf(['md', 'html'], 'The format of statement.'),
  latest: Flag('Whether this is the latest outcome.'),
  created_at: Time('When it was published.'),
  review_on: MaybeText('The date on which it is due for review.', { format: 'date' }),
})

export type WireOutcome = Static<typeof OutcomeRecord>

/** The latest outcome of a poll. */
export function presentOutcome(outcome: Outcome): WireOutcome {
  return {
    id: outcome.id,
    poll_id: outcome.poll_id,
    poll_option_id: outcome.poll_option_id,
    group_id: outcome.group_id,
    author_id: outcome.author_id,
    statement: outcome.statement,
    statement_format: outcome.statement_format,
    latest: true,
    created_at: time(outcome.created_at),
    review_on: outcome.review_on,
  }
}
