import type { PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { count } from '../../text/counted.ts'

const RESULTS: Record<PollSettings['hide_results'], string> = {
  off: 'results at any time',
  until_vote: 'results after voting',
  until_closed: 'results when voting has closed',
}

const REASONS: Record<PollSettings['stance_reason_required'], string> = {
  optional: 'reasons welcome',
  required: 'reasons required',
  disabled: 'no reasons',
}

const REMINDED: Record<PollSettings['notify_on_closing_soon'], string> = {
  undecided_voters: 'a reminder for those who have not voted',
  voters: 'a reminder for everyone',
  author: 'a reminder for you',
  nobody: 'no reminder',
}

/** What is set besides title, options and closing time, on one line. */
export function settingsWords({ settings }: NewPoll, { voters }: Pick<PollPlan, 'voters'>): string {
  const { quorum_pct, thresholds, no_block } = settings
  const conditions = thresholds.length + Number(quorum_pct !== null) + Number(no_block)
  return [
    settings.specified_voters_only
      ? `${count(voters, 'person', 'people')} may vote`
      : 'Everyone in the group may vote',
    settings.anonymous ? 'anonymous' : 'names shown',
    RESULTS[settings.hide_results],
    ...(settings.anonymous ? [] : [REASONS[settings.stance_reason_required]]),
    ...(conditions === 0 ? [] : [count(conditions, 'condition')]),
    REMINDED[settings.notify_on_closing_soon],
  ].join(' · ')
}
