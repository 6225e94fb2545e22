import { t } from '../../locales/say.ts'
import { type Scores, saidBy } from '../../polls/ballots/ballot.ts'
import { choiceLimits, type Poll, type PollSettings } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { optionLabel } from '../poll-words/poll-words.ts'
import { pageOf } from './index.ts'

/** Instructions for the voter. */
export function ballotWords(poll: Poll, options: number): string {
  return pageOf(poll.poll_type).ballot.asks(poll, options, choiceLimits(poll, options))
}

/** What a voter does on a ballot, in a sentence. */
export function howToVote(poll: PollSettings, options: number): string {
  return pageOf(poll.poll_type).ballot.told(poll, options, choiceLimits(poll, options))
}

type Asked = { poll: Poll; options: PollOption[]; zone: string }

/** A ballot on one line: "Agree", "1 Oak; 2 Ash", "Oak 3; Ash 5". */
export function voteWords(scores: Scores, { poll, options, zone }: Asked): string {
  const said = saidBy(poll, options.length, scores)
  const named = options.flatMap((option) => {
    const number = said.get(option.slot)
    const label = optionLabel(poll.poll_type, option.name, zone)
    return number === undefined ? [] : [{ number, label }]
  })
  return named.length === 0 ? t('ballot.nothing_chosen') : pageOf(poll.poll_type).ballot.said(named)
}
