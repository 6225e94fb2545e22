import { type PlainKey, t } from '../../locales/say.ts'
import type { PollTypeName } from '../../polls/types/index.ts'
import { pageOf } from '../ballots/index.ts'
import { conditionLabels, RULE_LABELS } from './rule-fields-part.tsx'

type Labels = { [field: string]: PlainKey }

/** The labels of the fields, in the order of the page. */
const LABELS: Labels = {
  title: 'poll_form.title',
  details: 'poll_form.details',
  options: 'poll_form.options',
  option_meanings: 'poll_form.option_meanings',
  positions: 'poll_form.positions',
  option_costs: 'poll_form.option_costs',
  closing_at: 'poll_form.closing_at',
  agree_target: 'poll_form.wanted',
  dots_per_person: 'poll_form.dots_per_person',
  count_method: 'poll_form.count_method',
  budget: 'poll_form.budget',
  min_score: 'poll_form.min_score',
  max_score: 'poll_form.max_score',
  minimum_stance_choices: 'poll_form.at_least',
  maximum_stance_choices: 'poll_form.at_most',
  seats: 'poll_form.seats',
  stance_reason_required: 'poll_form.reasons',
  only_yes_no: 'poll_form.only_yes_no',
  shuffle_options: 'poll_form.shuffle',
  voter_can_add_options: 'poll_form.added_by_voters',
  eligible: 'poll_form.eligible',
  tell: 'poll_form.tell',
  recipient_audience: 'poll_form.whole_group',
  recipient_user_ids: 'poll_form.people_of_group',
  recipient_emails: 'poll_form.addresses',
  recipient_message: 'poll_form.message',
  open_link: 'poll_form.voting_by_link',
  anonymous: 'poll_form.anonymous',
  receipts: 'poll_form.the_receipts',
  hide_results: 'poll_form.hide_results',
  ...RULE_LABELS,
  notify_on_closing_soon: 'poll_form.reminder',
  tags: 'tags.tags',
}

/** The labels for polls of this type; `more`: additional fields of a form, and fields with other labels. */
export function labelsOf(type: PollTypeName, more: Labels = {}): { [field: string]: string } {
  const labels = { ...LABELS, ...pageOf(type).form.labels, ...more }
  const named = Object.entries(labels).flatMap(([field, key]) => [
    [field, t(key)],
    // Beside their heading.
    ...(field === 'thresholds' ? Object.entries(conditionLabels()) : []),
  ])
  return Object.fromEntries(named)
}

/** The label of one field. */
export function labelOf(type: PollTypeName, field: string): string {
  const key = pageOf(type).form.labels?.[field] ?? LABELS[field]
  return key === undefined ? field : t(key)
}
