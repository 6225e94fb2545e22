import type { Static } from 'typebox'
import { type Problem, problem } from '../errors.ts'
import { readFields } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import type { PresentedKey } from '../keys/api-key.ts'
import { otherMethod } from '../polls/counts/counting-rules.ts'
import { ANONYMOUS_RULES, type HideResults, type PollSettings } from '../polls/poll.ts'
import { readInstant } from '../polls/poll-option.ts'
import type { NewPoll } from '../polls/start-poll.ts'
import { POLL_TYPE_NAMES, type PollTypeName, STAND_IN_POLL_TYPE } from '../polls/types/index.ts'
import { countIn, readCosts } from './count-fields.ts'
import { PollParamsA, PollParamsB, recipientsOf } from './params.ts'
import { rulesOfNew } from './rule-fields.ts'

type Params = Static<typeof PollParamsA>

/** The poll of a request for `startPoll`; `group_id` is the body's own value. */
export function readPollParams(
  body: Body,
  key: Pick<PresentedKey, 'group_id' | 'variant'>,
): { poll: NewPoll; group_id: number | null; ignored: string[] } {
  const { costs, problems: of_costs, rest } = readCosts(body)
  const read = readFields(key.variant === 'a' ? PollParamsA : PollParamsB, rest)
  const params = read.values as Params
  const { closing_at, problems } = readClosing(params.closing_at ?? null)
  const told = toldBy(params, key)
  const poll: NewPoll = {
    group_id: key.group_id,
    discussion_id: params.discussion_id ?? null,
    settings: settingsOf(params, closing_at),
    options: params.options ?? null,
    option_meanings: params.option_meanings ?? [],
    option_costs: costs ?? {},
    recipients: recipientsOf(params),
    tags: params.tags ?? [],
    told,
    problems: [...saidFor(params.poll_type, read.problems), ...problems, ...of_costs],
  }
  const unread = new Set(read.problems.map(({ field }) => field))
  const ignored = [...read.ignored, ...unheeded(params, body).filter((field) => !unread.has(field))]
  return { poll, group_id: params.group_id ?? null, ignored }
}

/**
 * Problems of a body as its poll has them: a number is no closing time, and a type is counted by its own
 * methods.
 */
export function saidFor(poll_type: PollTypeName, problems: Problem[]): Problem[] {
  return problems.map((found) => {
    const counted = found.field === 'count_method' && found.code === 'not_one_of'
    return counted && POLL_TYPE_NAMES.includes(poll_type) ? otherMethod(poll_type) : asTime(found)
  })
}

/** A number sent as a closing time: the problem shows the format of times. */
export function asTime(found: Problem): Problem {
  const is_number = found.field === 'closing_at' && found.code === 'no_text'
  return is_number ? problem('closing_at', 'no_date_time') : found
}

/** The people to notify: in variant A those named; in B, for a poll for everyone, all who get a ballot. */
function toldBy(params: Params, { variant }: Pick<PresentedKey, 'variant'>): NewPoll['told'] {
  if (params.notify_recipients !== true) return 'nobody'
  return variant === 'b' && params.specified_voters_only !== true ? 'holders' : 'named'
}

function settingsOf(params: Params, closing_at: Date | null): PollSettings {
  // A type that was unreadable is already reported; this one replaces it for the other checks.
  const poll_type = POLL_TYPE_NAMES.includes(params.poll_type) ? params.poll_type : STAND_IN_POLL_TYPE
  return {
    poll_type,
    title: params.title,
    details: params.details ?? null,
    details_format: params.details_format ?? 'md',
    closing_at,
    hide_results: hiding(params),
    anonymous: params.anonymous ?? false,
    receipts: params.receipts ?? false,
    open_link: params.open_link ?? false,
    specified_voters_only: params.specified_voters_only ?? false,
    voter_can_add_options: params.voter_can_add_options ?? false,
    shuffle_options: params.shuffle_options ?? false,
    notify_on_closing_soon: params.notify_on_closing_soon ?? 'nobody',
    min_score: params.min_score ?? 0,
    max_score: params.max_score ?? 5,
    dots_per_person: params.dots_per_person ?? 8,
    minimum_stance_choices: params.minimum_stance_choices ?? null,
    maximum_stance_choices: params.maximum_stance_choices ?? null,
    agree_target: params.agree_target ?? null,
    can_respond_maybe: params.can_respond_maybe ?? true,
    stance_reason_required: params.stance_reason_required ?? 'optional',
    ...countIn(params),
    ...rulesOfNew(params, poll_type, params.options ?? null),
  }
}

/** The only place that knows the old name `hide_results_until_closed`. */
function hiding({ hide_results, hide_results_until_closed }: Params): HideResults {
  return hide_results_until_closed === true ? 'until_closed' : (hide_results ?? 'off')
}

/** An anonymous poll always shows its results after closing. */
function unheeded(params: Params, { fields }: Body): string[] {
  if (params.anonymous !== true || hiding(params) === ANONYMOUS_RULES.hide_results) return []
  return ['hide_results', 'hide_results_until_closed'].filter((name) => fields[name] !== undefined)
}

/**
 * Kept to the millisecond, as responses show it: programs send the microseconds that their language prints.
 * They are cut off and never rounded up, so that no poll closes after the time that was named.
 */
export function readClosing(text: string | null): { closing_at: Date | null; problems: Problem[] } {
  if (text === null) return { closing_at: null, problems: [] }
  const instant = readInstant(text.trim())
  return instant === null
    ? { closing_at: null, problems: [problem('closing_at', 'no_date_time')] }
    : { closing_at: new Date(instant), problems: [] }
}
