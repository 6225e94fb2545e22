import { type PlainKey, t } from '../../locales/say.ts'
import { isElection, methodOf } from '../../polls/counts/methods.ts'
import type { PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'

const RESULTS: Record<PollSettings['hide_results'], PlainKey> = {
  off: 'poll_form.line_results_off',
  until_vote: 'poll_form.line_results_until_vote',
  until_closed: 'poll_form.line_results_until_closed',
}

const REASONS: Record<PollSettings['stance_reason_required'], PlainKey> = {
  optional: 'poll_form.line_reason_optional',
  required: 'poll_form.line_reason_required',
  disabled: 'poll_form.line_reason_disabled',
}

const REMINDED: Record<PollSettings['notify_on_closing_soon'], PlainKey> = {
  undecided_voters: 'poll_form.line_reminds_undecided',
  voters: 'poll_form.line_reminds_voters',
  author: 'poll_form.line_reminds_author',
  nobody: 'poll_form.line_reminds_nobody',
}

/** The way of counting, where it is not the usual one. */
function countWords({ poll_type, count_method, seats }: PollSettings): string[] {
  const method = methodOf({ poll_type, count_method })
  const elects = seats > 1 ? [t('poll_form.line_seats', { seats })] : []
  return [...(method === null ? [] : [t(`method.${method}`)]), ...elects]
}

/** A one-line summary of the settings, without title, options and closing time. */
export function settingsWords(
  { settings, discussion_id }: NewPoll,
  { voters }: Pick<PollPlan, 'voters'>,
): string {
  const { quorum_pct, thresholds, no_block } = settings
  const conditions = thresholds.length + Number(quorum_pct !== null) + Number(no_block)
  return [
    settings.specified_voters_only
      ? t('poll_form.line_named', { people: voters })
      : t(discussion_id === null ? 'poll_form.line_all' : 'poll_form.line_all_guests'),
    ...(settings.open_link ? [t('poll_form.line_open_link')] : []),
    t(settings.anonymous ? 'poll_form.line_anonymous' : 'poll_form.line_names'),
    ...(settings.receipts ? [t('poll_form.line_receipts')] : []),
    t(RESULTS[settings.hide_results]),
    ...(settings.anonymous ? [] : [t(REASONS[settings.stance_reason_required])]),
    ...(isElection(settings) ? countWords(settings) : []),
    ...(conditions === 0 ? [] : [t('poll_form.line_conditions', { count: conditions })]),
    t(REMINDED[settings.notify_on_closing_soon]),
  ].join(' · ')
}
