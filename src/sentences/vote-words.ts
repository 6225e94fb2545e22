import { apart, t } from '../locales/say.ts'
import { type Scores, saidBy } from '../polls/ballots/ballot.ts'
import type { Poll } from '../polls/poll.ts'
import type { PollOption } from '../polls/poll-option.ts'
import { pollType } from '../polls/types/index.ts'
import { signLabel } from '../polls/types/sign-words.ts'
import { oneLine } from '../text/one-line.ts'

/** A ballot on one line: "Agree", "1 Oak; 2 Ash", "Oak: 3; Ash: 5", "2 × Yes; 1 × No". */
export function voteWords(scores: Scores, { poll, options }: { poll: Poll; options: PollOption[] }): string {
  const said = saidBy(poll, options.length, scores)
  const named = options.flatMap(({ slot, name }) => {
    const number = said.get(slot)
    if (number === undefined) return []
    return [{ number, label: apart(signLabel(poll.poll_type, name) ?? oneLine(name)) }]
  })
  return named.length === 0 ? t('ballot.nothing_chosen') : pollType(poll.poll_type).words.said(named)
}
