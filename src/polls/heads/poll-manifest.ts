import { hex, type Manifest, utf8 } from '@folkmoot/check'
import { sha256 } from '../../db/keys/sha256.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'

/** The settings by which ballots are filled in and counted. */
export function ballotSettings(poll: Poll): Pick<Poll, keyof Manifest['settings']> {
  const { minimum_stance_choices, maximum_stance_choices, min_score, max_score } = poll
  const { dots_per_person, can_respond_maybe, count_method, seats, budget } = poll
  return {
    minimum_stance_choices,
    maximum_stance_choices,
    min_score,
    max_score,
    dots_per_person,
    can_respond_maybe,
    count_method,
    seats,
    budget,
  }
}

/** The manifest of a poll's closing: `closing` is its number. */
export function manifestOf(
  poll: Poll,
  options: readonly PollOption[],
  { closing, closing_at }: { closing: number; closing_at: Date },
): Manifest {
  const { quorum_pct, thresholds, no_block } = poll
  return {
    format: 'folkmoot-manifest/1',
    poll: poll.key,
    closing,
    title: poll.title,
    text_hash: hex(sha256(utf8(poll.details ?? ''))),
    poll_type: poll.poll_type,
    anonymous: poll.anonymous,
    receipts: poll.receipts,
    options: options
      .map(({ slot, name, meaning, cost }) => ({ slot, name, meaning, cost }))
      .sort((one, other) => one.slot - other.slot),
    settings: ballotSettings(poll),
    rules: {
      quorum_pct,
      thresholds: thresholds.map(({ option, percent, of, at }) => ({ option, percent, of, at })),
      no_block,
    },
    lots: 'folkmoot-lots/1',
    closing_at: closing_at.toISOString(),
  }
}
