import { readTags } from '../../groups/tags/tag.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { isElection, methodOf, passesVotes, takesSeats } from '../../polls/counts/methods.ts'
import type { PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import { DEFAULT_MAX_SCORE, DEFAULT_MIN_SCORE, missesReminder, type PollSettings } from '../../polls/poll.ts'
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

/** The way of counting, where it is not the usual one; the seats also where a method for several has one. */
function countWords({ poll_type, count_method, seats }: PollSettings): string[] {
  const method = methodOf({ poll_type, count_method })
  const fills_seats = method !== null && passesVotes(method) && takesSeats(method)
  const elects = seats > 1 || fills_seats ? [t('poll_form.line_seats', { seats })] : []
  return [...(method === null ? [] : [t(`method.${method}`)]), ...elects]
}

/** Whom the mails about the start go to. A draft sends none yet, whatever its form says. */
const TOLD: { [told in NewPoll['told']]?: PlainKey } = {
  named: 'poll_form.line_tells_named',
  nobody: 'poll_form.line_tells_nobody',
}

/** How much each voter can give, of what the type's form asks: it says it only in the drawer. */
function limitWords({ poll_type, ...settings }: PollSettings): string[] {
  const { fields } = pageOf(poll_type).form
  const { dots_per_person: dots, minimum_stance_choices: least, maximum_stance_choices: most } = settings
  return [
    ...(fields.includes('dots_per_person') ? [t('poll_form.line_dots', { dots })] : []),
    ...(fields.includes('max_score') ? scoreWords(settings) : []),
    ...(fields.includes('minimum_stance_choices') && least !== null
      ? [t('poll_form.line_at_least', { least })]
      : []),
    ...(fields.includes('maximum_stance_choices') && most !== null && most > 1
      ? [t('poll_form.line_at_most', { most })]
      : []),
    ...(settings.agree_target === null
      ? []
      : [t('poll_form.line_wanted', { people: settings.agree_target })]),
    ...(settings.can_respond_maybe ? [] : [t('poll_form.line_only_yes_no')]),
  ]
}

function scoreWords({
  min_score: lowest,
  max_score: highest,
}: Pick<PollSettings, 'min_score' | 'max_score'>): string[] {
  if (lowest === DEFAULT_MIN_SCORE && highest === DEFAULT_MAX_SCORE) return []
  return [t('poll_form.line_scores', { lowest, highest })]
}

/** What happens to the options. */
function optionWords({ shuffle_options, voter_can_add_options }: PollSettings): string[] {
  return [
    ...(shuffle_options ? [t('poll_form.line_shuffled')] : []),
    ...(voter_can_add_options ? [t('poll_form.line_voters_add')] : []),
  ]
}

/** Whom the form names, gets a mail, and what the mail says. */
function mailWords({ settings, recipients, told }: NewPoll): string[] {
  const { audience, user_ids, emails, message } = recipients
  const people = user_ids.length + emails.length
  const named = people > 0 && audience === null && !settings.specified_voters_only
  return [
    ...(named ? [t('poll_form.line_people', { people })] : []),
    ...(settings.closing_at === null && told === 'nobody' ? [] : words(TOLD[told])),
    ...(message === null ? [] : [t('poll_form.line_message')]),
  ]
}

/** Who is reminded. That nobody is, also where it would be too late for it. */
function reminderWords(settings: PollSettings, now: Date): string[] {
  return words(REMINDED[missesReminder(settings, now) ? 'nobody' : settings.notify_on_closing_soon])
}

const words = (key: PlainKey | undefined): string[] => (key === undefined ? [] : [t(key)])

function conditionWords({ quorum_pct, thresholds, no_block }: PollSettings): string[] {
  const count = thresholds.length + Number(quorum_pct !== null) + Number(no_block)
  return count === 0 ? [] : [t('poll_form.line_conditions', { count })]
}

/** The settings in the drawer on one line: who may vote, and what differs from an empty form. */
export function settingsWords(request: NewPoll, { voters }: Pick<PollPlan, 'voters'>, now: Date): string {
  const { settings, discussion_id } = request
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
    ...optionWords(settings),
    ...(isElection(settings) ? countWords(settings) : []),
    ...conditionWords(settings),
    ...mailWords(request),
    ...reminderWords(settings, now),
    ...readTags(request.tags ?? []).map((name) => `#${name}`),
  ].join(' · ')
}
