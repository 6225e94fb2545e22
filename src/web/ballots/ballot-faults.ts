import { t } from '../../locales/say.ts'
import { type BallotProblem, MAX_REASON } from '../../polls/ballots/ballot.ts'
import { choiceLimits, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { type Faults, isChosen, type Typed, type Words } from './ballot-form.ts'
import { pageOf } from './index.ts'

type Asked = { poll: Poll; options: PollOption[]; typed: Typed }

/** The problems of a ballot in words for the voter, each beside its field. */
export function faultsOf(problems: BallotProblem[], asked: Asked): Faults {
  const faults: Faults = { whole: [], options: new Map(), reason: null, name: [] }
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
  const { unanswered } = pageOf(poll.poll_type).ballot
  if (unanswered === null) return
  for (const { slot } of options) if (!typed.numbers.has(slot)) faults.options.set(slot, () => t(unanswered))
}

function reasonWords({ code }: BallotProblem): Words {
  if (code === 'blank') return () => t('ballot.reason_missing')
  if (code === 'too_long') return () => t('ballot.reason_too_long', { most: MAX_REASON })
  return () => t('ballot.reason_not_allowed')
}

function optionWords({ code }: BallotProblem, slot: number, { poll, options, typed }: Asked): Words {
  if (code === 'rank_twice' || code === 'choice_twice')
    return () => t('ballot.given_twice', { number: typed.numbers.get(slot) ?? '' })
  const range = pollType(poll.poll_type).number(poll, options.length)
  return () => pageOf(poll.poll_type).ballot.out_of_range(range, options.length)
}

function wholeWords({ code }: BallotProblem, { poll, options, typed }: Asked): Words {
  const given = isChosen(poll) ? typed.chosen.size : typed.numbers.size
  if (code === 'too_many_dots') {
    const sum = [...typed.numbers.values()].reduce((total, number) => total + Number(number), 0)
    return () => t('ballot.too_many_dots', { given: sum, most: poll.dots_per_person })
  }
  const named = { ...choiceLimits(poll, options.length), given, options: options.length }
  return () => pageOf(poll.poll_type).ballot.wrong_count(named)
}
