import { choiceLimits, type Poll } from '../../polls/poll.ts'

/** What to do on the ballot, said to the voter. */
export function ballotWords(poll: Poll, options: number): string {
  const { least, most } = choiceLimits(poll, options)
  switch (poll.poll_type) {
    case 'proposal':
      return 'Take one position.'
    case 'count':
      return 'Give one answer.'
    case 'poll':
      if (most === 1) return 'Choose one option.'
      return least === most
        ? `Choose ${most} options.`
        : `Choose ${least <= 1 ? `up to ${most}` : `${least} to ${most}`} options.`
    case 'score':
      return `Give ${least >= options ? 'every option' : 'the options'} a score: ${poll.min_score} is the lowest, ${poll.max_score} the highest.${least >= options ? '' : ' One you have no view on can be left out.'}`
    case 'ranked_choice':
      return most < options
        ? `Rank ${most} of the options: 1 is the one you like best. Leave the others empty.`
        : `Rank all options: 1 is the one you like best, ${most} the one you like least.`
    case 'meeting':
      return 'Say for every time whether you can come.'
    case 'dot_vote':
      return `You have ${poll.dots_per_person} dots. Give an option as many as you like; you need not use them all.`
  }
}
