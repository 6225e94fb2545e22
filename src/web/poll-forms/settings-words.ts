import { type PlainKey, t } from '../../locales/say.ts'
import { isElection, methodOf } from '../../polls/counts/methods.ts'
import type { PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { pageOf } from '../ballots/index.ts'

// Settings with their initial values are left out.

const RESULTS: { [when in PollSettings['hide_results']]?: PlainKey } = {
  until_vote: 'poll_form.line_results_until_vote',
  until_closed: 'poll_form.line_results_until_closed',
}

const REASONS: { [rule in PollSettings['stance_reason_required']]?: PlainKey } = {
  required: 'poll_form.line_reason_required',
  disabled: 'poll_form.line_reason_disabled',
}

const REMINDED: { [who in PollSettings['notify_on_closing_soon']]?: PlainKey } = {
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

/** How much each voter can give, of what the type's form asks: it says it only in the drawer. */
function limitWords({ poll_type, ...settings }: PollSettings): string[] {
  const { fields } = pageOf(poll_type).form
  const { dots_per_person: dots, maximum_stance_choices: most } = settings
  return [
    ...(fields.includes('dots_per_person') ? [t('poll_form.line_dots', { dots })] : []),
    ...(fields.includes('maximum_stance_choices') && most !== null && most > 1
      ? [t('poll_form.line_at_most', { most })]
      : []),
  ]
}

const words = (key: PlainKey | undefined): string[] => (key === undefined ? [] : [t(key)])

/** The settings in the drawer on one line: who may vote, and what differs from an empty form. */
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
    ...(settings.anonymous ? [t('poll_form.line_anonymous')] : []),
    ...(settings.receipts ? [t('poll_form.line_receipts')] : []),
    ...words(RESULTS[settings.hide_results]),
    ...(settings.anonymous ? [] : words(REASONS[settings.stance_reason_required])),
    ...limitWords(settings),
    ...(isElection(settings) ? countWords(settings) : []),
    ...(conditions === 0 ? [] : [t('poll_form.line_conditions', { count: conditions })]),
    ...words(REMINDED[settings.notify_on_closing_soon]),
  ].join(' · ')
}
