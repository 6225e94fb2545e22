import type { Act } from '../../db/db.ts'
import { refuse } from '../../errors.ts'
import { hashToken } from '../../users/secret.ts'
import { type Choices, readBallot } from '../ballots/ballot.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { browserHash } from './browser-hash.ts'
import { castOpen, type OpenOutcome } from './open-ballots-store.ts'
import { MOST_OPEN_VOTES } from './vote-link.ts'

/**
 * A vote by an open link. `browser`: the token that only this browser has; `name` and `email` are checked.
 */
export type OpenVote = {
  poll: Poll
  options: PollOption[]
  token: string
  browser: string
  name: string
  email: string | null
  choices: Choices
}

/** Open voters give no reasons, whatever the poll asks of its voters. */
export function rulesOfOpen(poll: Poll): Poll {
  return { ...poll, stance_reason_required: 'disabled' }
}

/** Casts the vote of this browser, or changes it. Invalid: the ballot breaks the poll's rules. */
export async function castOpenBallot({ tx }: Act, vote: OpenVote): Promise<OpenOutcome> {
  const { poll, options, token, browser, name, email, choices } = vote
  const { scores, problems } = readBallot(rulesOfOpen(poll), options, { choices, reason: null })
  refuse(problems)
  return castOpen(tx, {
    link_hash: hashToken(token),
    browser_hash: browserHash(poll.id, browser),
    ...{ name, email, scores },
    most: MOST_OPEN_VOTES,
  })
}
