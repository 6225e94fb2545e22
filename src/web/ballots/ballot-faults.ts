import { type BallotProblem, MAX_REASON } from '../../polls/ballots/ballot.ts'
import { choiceLimits, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { POLL_TYPES } from '../../polls/poll-types.ts'
import { count } from '../poll-words/poll-words.ts'
import { isChosen, type Typed } from './ballot-form.ts'

/** What is to be mended on a ballot: on the whole of it, at single options (by slot), and at the reason. */
export type Faults = { whole: string[]; options: Map<number, string>; reason: string | null }

type Asked = { poll: Poll; options: PollOption[]; typed: Typed }

/** The rules' findings in words for the voter, each beside the field it is about. */
export function faultsOf(problems: BallotProblem[], asked: Asked): Faults {
  const faults: Faults = { whole: [], options: new Map(), reason: null }
  for (const problem of problems) {
    if (problem.field === 'reason') faults.reason = reasonWords(problem)
    else if (problem.slots.length > 0) {
      for (const slot of problem.slots) faults.options.set(slot, optionWords(problem, slot, asked))
    } else {
      faults.whole.push(wholeWords(problem, asked))
      if (mustAnswerAll(asked)) markMissing(faults, asked)
    }
  }
  return faults
}

function mustAnswerAll({ poll, options }: Asked): boolean {
  return !isChosen(poll) && choiceLimits(poll, options.length).least === options.length
}

function markMissing(faults: Faults, { poll, options, typed }: Asked): void {
  const words = poll.poll_type === 'meeting' ? 'Choose an answer.' : 'Fill in a number.'
  for (const { slot } of options) if (!typed.numbers.has(slot)) faults.options.set(slot, words)
}

function reasonWords({ code }: BallotProblem): string {
  if (code === 'blank') return 'Say why: this poll asks every voter for a reason.'
  if (code === 'too_long') return `Make it shorter: ${MAX_REASON.toLocaleString('en-GB')} characters at most.`
  return 'This poll takes no reasons.'
}

function optionWords({ code }: BallotProblem, slot: number, { poll, options, typed }: Asked): string {
  if (code === 'taken') return `${typed.numbers.get(slot)} is given to more than one option.`
  const { least, most } = POLL_TYPES[poll.poll_type].number(poll, options.length)
  return poll.poll_type === 'meeting'
    ? 'Choose one of the answers.'
    : `Give a whole number from ${least} to ${most}.`
}

function wholeWords({ code }: BallotProblem, { poll, options, typed }: Asked): string {
  const given = isChosen(poll) ? typed.chosen.size : typed.numbers.size
  if (code === 'too_many') {
    const sum = [...typed.numbers.values()].reduce((total, number) => total + Number(number), 0)
    return `You gave ${count(sum, 'dot')}, and you have ${poll.dots_per_person}. Take some away.`
  }
  const { least, most } = choiceLimits(poll, options.length)
  const amount = least === most ? String(least) : `${least} to ${most}`
  switch (poll.poll_type) {
    case 'proposal':
      return 'Choose one position.'
    case 'count':
      return 'Choose one answer.'
    case 'poll':
      return `Choose ${most === 1 ? 'one option' : `${amount} options`}: ${given === 0 ? 'none is' : `${given} are`} chosen.`
    case 'score':
      return `Give ${amount} options a score: ${given} have one.`
    case 'ranked_choice':
      return `Give a rank to ${most < options.length ? `${amount} options` : 'every option'}: ${given} ${given === 1 ? 'has' : 'have'} one.`
    case 'meeting':
      return `Answer for every time: ${count(options.length - given, 'answer')} still missing.`
    case 'dot_vote':
      return `Give dots to ${amount} options: ${given} have some.`
  }
}
