import { type Scores, saidBy } from '../../polls/ballots/ballot.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { optionLabel } from './poll-words.ts'

type Asked = { poll: Poll; options: PollOption[]; zone: string }

/** What one ballot says, on one line: "Agree", "1 Oak; 2 Ash", "Oak 3; Ash 5". */
export function voteWords(scores: Scores, { poll, options, zone }: Asked): string {
  const said = saidBy(poll, options.length, scores)
  const named = options.flatMap((option) => {
    const number = said.get(option.slot)
    const label = optionLabel(poll.poll_type, option.name, zone)
    return number === undefined ? [] : [{ number, label }]
  })
  if (named.length === 0) return 'Nothing chosen'
  switch (poll.poll_type) {
    case 'proposal':
    case 'count':
    case 'poll':
      return named.map(({ label }) => label).join('; ')
    case 'ranked_choice':
      return named
        .sort((a, b) => a.number - b.number)
        .map(({ number, label }) => `${number} ${label}`)
        .join('; ')
    case 'meeting':
      return meetingWords(named)
    case 'score':
    case 'dot_vote':
      return named.map(({ number, label }) => `${label} ${number}`).join('; ')
  }
}

function meetingWords(named: { number: number; label: string }[]): string {
  const can = (wanted: number) => named.filter(({ number }) => number === wanted).map(({ label }) => label)
  const [yes, perhaps] = [can(2), can(1)]
  if (yes.length + perhaps.length === 0) return 'Cannot come at any of the times'
  return [yes.join('; '), perhaps.length === 0 ? '' : `if need be: ${perhaps.join('; ')}`]
    .filter((words) => words !== '')
    .join('; ')
}
