import { joinTags } from '../../groups/tags/tag.ts'
import type { Fields } from '../../http/forms.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { Poll } from '../../polls/poll.ts'
import { isBareDay, type PollOption, readInstant } from '../../polls/poll-option.ts'
import { isTimeOver } from '../../polls/types/proposed-times.ts'
import { localIn } from '../../text/local-time.ts'
import { toPlain } from '../../text/rich-text.ts'
import { pageOf } from '../ballots/index.ts'
import { timesWritten } from './condition-options.ts'
import { emptyPoll } from './empty-poll.ts'
import { ruleValues } from './rule-fields-part.tsx'

type Used = Pick<LoadedPoll, 'poll' | 'options'>
type Clock = { zone: string; now: Date }

/** The form of a new poll like this one: without its voters, its closing time, and times that are over. */
export function usedAgain({ poll, options }: Used, { zone, now }: Clock): Fields {
  return {
    ...emptyPoll({ type: poll.poll_type, zone, now }),
    title: poll.title,
    details: poll.details_format === 'md' ? (poll.details ?? '') : toPlain(poll.details ?? '', 'html'),
    eligible: poll.specified_voters_only ? 'named' : 'all',
    ...settingValues(poll, options.length),
    ...ruleValues({ ...poll, thresholds: timesWritten(poll, zone) }),
    ...optionValues(poll, options, { zone, now }),
    tags: joinTags(poll.tags),
  }
}

function settingValues(poll: Poll, options: number): Fields {
  const { minimum_stance_choices, maximum_stance_choices, count_method } = poll
  return {
    anonymous: String(poll.anonymous),
    receipts: String(poll.receipts),
    open_link: String(poll.open_link),
    hide_results: poll.hide_results,
    stance_reason_required: poll.stance_reason_required,
    shuffle_options: String(poll.shuffle_options),
    voter_can_add_options: String(poll.voter_can_add_options),
    only_yes_no: String(!poll.can_respond_maybe),
    notify_on_closing_soon: poll.notify_on_closing_soon,
    min_score: poll.min_score,
    max_score: poll.max_score,
    dots_per_person: poll.dots_per_person,
    minimum_stance_choices: limitValue(minimum_stance_choices, options),
    maximum_stance_choices: limitValue(maximum_stance_choices, options),
    ...(count_method === null ? {} : { count_method }),
    seats: poll.seats,
    budget: poll.budget ?? '',
    agree_target: poll.agree_target ?? '',
  }
}

/** A limit of all options says no more than none, and would be wrong for fewer. */
function limitValue(limit: number | null, options: number): number | '' {
  return limit === null || limit === options ? '' : limit
}

/** The options as this type of form has them: rows, ticked positions, or days with hours. */
function optionValues({ poll_type }: Pick<Poll, 'poll_type'>, options: PollOption[], clock: Clock): Fields {
  const names = options.map(({ name }) => name)
  const { fields } = pageOf(poll_type).form
  if (fields.includes('positions')) return { positions: names }
  if (fields.includes('days')) return timeValues(names, clock)
  return {
    options: names,
    option_meanings: options.map(({ meaning }) => meaning ?? ''),
    option_costs: options.map(({ cost }) => String(cost ?? '')),
  }
}

function timeValues(names: string[], { zone, now }: Clock): Fields {
  const left = names.filter((name) => !isTimeOver(name, { zone, now }))
  const times = left.map((name) => {
    const local = isBareDay(name) ? name : localIn(zone, new Date(readInstant(name) ?? 0))
    return { day: local.slice(0, 10), hour: local.slice(11, 16) }
  })
  return {
    days: [...new Set(times.map(({ day }) => day))],
    hour_days: times.map(({ day }) => day),
    hours: times.map(({ hour }) => hour),
  }
}
