import { t } from '../../locales/say.ts'
import { type BallotProblem, MAX_REASON } from '../../polls/ballots/ballot.ts'
import { choiceLimits, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { type Faults, isChosen, type Typed, type Words } from './ballot-form.ts'
import { pageOf } from './index.ts'

type Asked = { poll: Poll; options: PollOption[]; typed: Typed }

/** To add those that are found. */
export function noFaults(): Faults {
  return { whole: [], options: new Map(), lacking: new Set(), reason: null, name: [] }
}

/** Of a ballot that was right when its page was opened. */
export const POLL_CHANGED: Faults = {
  ...noFaults(),
  whole: [() => t('ballot.poll_changed')],
}

/** The problems of a ballot in words for the voter, each beside its field. */
export function faultsOf(problems: BallotProblem[], asked: Asked): Faults {
  const faults = noFaults()
  const dots = dotsBeyond(asked)
  if (dots !== null) faults.whole.push(dots)
  for (const problem of problems) {
    // The total already says that there are too many dots.
    if (dots !== null && OF_DOTS.includes(problem.code)) continue
    if (problem.field === 'reason') faults.reason = reasonWords(problem)
    else if (problem.slots.length > 0) {
      for (const slot of problem.slots) faults.options.set(slot, optionWords(problem, slot, asked))
    } else {
      faults.whole.push(problem.code === 'no_options_yet' ? noOptions : wholeWords(asked))
      markMissing(faults, asked)
    }
  }
  return faults
}

const OF_DOTS: readonly BallotProblem['code'][] = ['too_many_dots', 'choice_out_of_range']
const NO_FEWER = /^\d{1,9}$/

/** Says that more dots were given than there are. Null: there were not, or a field holds no number. */
function dotsBeyond({ poll, typed }: Asked): Words | null {
  const most = pollType(poll.poll_type).budget(poll)
  const numbers = [...typed.numbers.values()]
  const given = numbers.reduce((sum, number) => sum + Number(number), 0)
  if (most === null || !numbers.every((number) => NO_FEWER.test(number)) || given <= most) return null
  return () => t('ballot.dots_over', { given, all: most, over: given - most })
}

/** Options without an answer: they say so themselves only where all need one. */
function markMissing(faults: Faults, { poll, options, typed }: Asked): void {
  const { unanswered } = pageOf(poll.poll_type).ballot
  const { least } = choiceLimits(poll, options.length)
  if (unanswered === null || typed.numbers.size >= least) return
  for (const { slot } of options.filter((option) => !typed.numbers.has(option.slot))) {
    if (least === options.length) faults.options.set(slot, () => t(unanswered))
    else faults.lacking.add(slot)
  }
}

function reasonWords({ code }: BallotProblem): Words {
  if (code === 'blank') return () => t('ballot.reason_missing')
  if (code === 'too_long') return () => t('ballot.reason_too_long', { most: MAX_REASON })
  return () => t('ballot.reason_not_allowed')
}

const noOptions: Words = () => t('poll.no_options_voters_add')

function optionWords({ code }: BallotProblem, slot: number, { poll, options, typed }: Asked): Words {
  if (code === 'rank_twice' || code === 'choice_twice')
    return () => t('ballot.given_twice', { number: typed.numbers.get(slot) ?? '' })
  const range = pollType(poll.poll_type).number(poll, options.length)
  return () => pageOf(poll.poll_type).ballot.out_of_range(range, options.length)
}

function wholeWords({ poll, options, typed }: Asked): Words {
  const given = isChosen(poll) ? typed.chosen.size : typed.numbers.size
  const named = { ...choiceLimits(poll, options.length), given, options: options.length }
  return () => pageOf(poll.poll_type).ballot.wrong_count(named)
}
