import { type Static, Type } from 'typebox'
import { COUNT_FIELDS, countIn } from '../../api/count-fields.ts'
import { PollParamsA } from '../../api/params.ts'
import { RULE_FIELDS, rulesIn } from '../../api/rule-fields.ts'
import { Flag, Id, ListOf, MaybeText, NullableInteger, OneOf, Record, Text } from '../../api/wire.ts'
import type { Recipients } from '../../discussions/recipients.ts'
import { clipped, type Problem, problem } from '../../errors.ts'
import { splitTags } from '../../groups/tags/tag.ts'
import { readFields } from '../../http/fields.ts'
import type { Fields } from '../../http/forms.ts'
import type { CountSettings } from '../../polls/counts/methods.ts'
import type { NewPoll, Told } from '../../polls/new-poll.ts'
import {
  ANONYMOUS_RULES,
  CLOSING_SOON_AUDIENCES,
  DEFAULT_DOTS,
  DEFAULT_MAX_SCORE,
  DEFAULT_MIN_SCORE,
  HIDE_RESULTS,
  MAX_SCORE,
  type PollSettings,
  REASON_RULES,
  type ReasonRule,
} from '../../polls/poll.ts'
import { MAX_OPTIONS, type OptionCosts } from '../../polls/poll-option.ts'
import { type DecisionRules, offersBlock } from '../../polls/results/decision-rules.ts'
import { DEFAULT_POLL_TYPE, POLL_TYPE_NAMES } from '../../polls/types/index.ts'
import { withLineFeeds } from '../../text/line-breaks.ts'
import { splitAddresses } from '../../users/address-list.ts'
import { pageOf } from '../ballots/index.ts'
import { typedTimes } from '../ballots/meeting-times.ts'
import { rowsIn } from '../ballots/option-rows.ts'
import type { PollForm } from '../ballots/type-page.ts'
import { readClosing } from '../parts/time-fields.ts'
import { aboutOptions } from './condition-options.ts'
import {
  atConditions,
  CONDITIONS,
  conditionNames,
  rulesMeant,
  typedConditions,
  withoutOption,
} from './rule-fields-part.tsx'

const TELLS = ['voters', 'named', 'nobody'] as const
const ELIGIBLE = ['all', 'named'] as const
const Whole = (minimum: number, maximum: number, standard: number) =>
  Type.Integer({ minimum, maximum, default: standard })
const MaybeNumber = NullableInteger('', { minimum: 1, maximum: MAX_OPTIONS, default: null })

/** The fields of the form, as a browser sends them. */
const PollFields = Record('New poll', {
  group: Type.Optional(Text('')),
  thread: Type.Optional(MaybeText('')),
  poll_type: OneOf(POLL_TYPE_NAMES, '', { default: DEFAULT_POLL_TYPE }),
  title: Type.Optional(Text('')),
  details: Type.Optional(MaybeText('')),
  options: Type.Optional(ListOf(Text(''), '')),
  option_meanings: Type.Optional(ListOf(Text(''), '')),
  positions: Type.Optional(ListOf(Text(''), '')),
  days: Type.Optional(ListOf(Text(''), '')),
  hour_days: Type.Optional(ListOf(Text(''), '')),
  hours: Type.Optional(ListOf(Text(''), '')),
  hour_for_all: Type.Optional(Text('')),
  month: Type.Optional(Text('')),
  closing_at: Type.Optional(Text('')),
  eligible: Type.Optional(OneOf(ELIGIBLE, '', { default: 'all' })),
  anonymous: Type.Optional(Flag('', { default: false })),
  receipts: Type.Optional(Flag('', { default: false })),
  open_link: Type.Optional(Flag('', { default: false })),
  hide_results: Type.Optional(OneOf(HIDE_RESULTS, '', { default: 'off' })),
  stance_reason_required: Type.Optional(OneOf(REASON_RULES, '', { default: 'optional' })),
  shuffle_options: Type.Optional(Flag('', { default: false })),
  voter_can_add_options: Type.Optional(Flag('', { default: false })),
  only_yes_no: Type.Optional(Flag('', { default: false })),
  notify_on_closing_soon: Type.Optional(OneOf(CLOSING_SOON_AUDIENCES, '', { default: 'nobody' })),
  min_score: Type.Optional(Whole(0, MAX_SCORE, DEFAULT_MIN_SCORE)),
  max_score: Type.Optional(Whole(0, MAX_SCORE, DEFAULT_MAX_SCORE)),
  dots_per_person: Type.Optional(Whole(1, MAX_SCORE, DEFAULT_DOTS)),
  minimum_stance_choices: Type.Optional(MaybeNumber),
  maximum_stance_choices: Type.Optional(MaybeNumber),
  agree_target: PollParamsA.properties.agree_target,
  count_method: COUNT_FIELDS.count_method,
  seats: COUNT_FIELDS.seats,
  budget: COUNT_FIELDS.budget,
  option_costs: Type.Optional(ListOf(Text(''), '')),
  ...RULE_FIELDS,
  tell: Type.Optional(OneOf(TELLS, '', { default: 'voters' })),
  recipient_audience: Type.Optional(Flag('', { default: false })),
  recipient_user_ids: Type.Optional(ListOf(Id(''), '')),
  recipient_emails: Type.Optional(Text('')),
  recipient_message: Type.Optional(MaybeText('')),
  tags: Type.Optional(Text('')),
})

type Typed = Static<typeof PollFields>

const NOT_TYPED = ['group', 'thread', 'poll_type']
/** The names of all fields in which something is typed or chosen. */
export const TYPED_NAMES = [...Object.keys(PollFields.properties), ...conditionNames(CONDITIONS)].filter(
  (name) => !NOT_TYPED.includes(name),
)

type Into = { group_id: number; discussion_id: number | null; zone: string }

/** Reads a poll from a form. Times without a zone are in the form's zone. */
export function readPollForm(fields: Fields, { group_id, discussion_id, zone }: Into): NewPoll {
  const { values, problems } = readFields(PollFields, {
    encoding: 'form',
    fields: typedConditions(onlyOwn(fields)),
  })
  const closing = closingOf(values, zone)
  const options = optionsOf(values, zone)
  const settings = settingsOf(values, closing.at)
  const { poll_type } = settings
  const about = aboutOptions(settings.thresholds, { poll_type, names: options.names, zone })
  return {
    group_id,
    discussion_id,
    settings: { ...settings, thresholds: about.filter((one) => one !== null) },
    options: options.names,
    option_meanings: options.meanings,
    option_costs: options.costs,
    recipients: recipientsOf(values),
    tags: splitTags(values.tags ?? ''),
    told: toldOf(values, closing.at),
    problems: [
      ...atConditions(problems, fields),
      ...withoutOption(about, fields),
      ...leftOut(values),
      ...options.problems,
      ...closing.problems,
    ],
  }
}

/** Fields that a form must not leave out; in the API they have defaults. */
function leftOut(values: Typed): Problem[] {
  const { audience, user_ids, emails } = recipientsOf(values)
  const names_nobody = audience === null && user_ids.length + emails.length === 0
  return values.eligible === 'named' && names_nobody ? [problem('eligible', 'nobody_named')] : []
}

const TOLD: { [tell in (typeof TELLS)[number]]: Told } = {
  voters: 'holders',
  named: 'named',
  nobody: 'nobody',
}

/** Voters are notified of a draft when it opens; before that, only the people its form names. */
function toldOf({ tell = 'voters' }: Typed, closing_at: Date | null): Told {
  return closing_at === null && tell === 'voters' ? 'nobody' : TOLD[tell]
}

/** Ignores settings of other types: they are not on the form, but a script or an older page may send them. */
function onlyOwn(fields: Fields): Fields {
  const type = POLL_TYPE_NAMES.find((name) => name === fields['poll_type'])
  const own = type === undefined ? [] : pageOf(type).form.fields
  const others = new Set(POLL_TYPE_NAMES.flatMap((name) => pageOf(name).form.fields))
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !others.has(name) || own.includes(name)),
  )
}

function settingsOf(values: Typed, closing_at: Date | null): PollSettings {
  const anonymous = values.anonymous ?? false
  return {
    poll_type: values.poll_type,
    title: (values.title ?? '').trim(),
    details: withLineFeeds(values.details ?? '').trim() === '' ? null : withLineFeeds(values.details ?? ''),
    details_format: 'md',
    closing_at,
    hide_results: anonymous ? ANONYMOUS_RULES.hide_results : (values.hide_results ?? 'off'),
    anonymous,
    receipts: values.receipts ?? false,
    open_link: values.open_link ?? false,
    specified_voters_only: values.eligible === 'named',
    voter_can_add_options: values.voter_can_add_options ?? false,
    shuffle_options: values.shuffle_options ?? false,
    notify_on_closing_soon: values.notify_on_closing_soon ?? 'nobody',
    min_score: values.min_score ?? DEFAULT_MIN_SCORE,
    max_score: values.max_score ?? DEFAULT_MAX_SCORE,
    dots_per_person: values.dots_per_person ?? DEFAULT_DOTS,
    minimum_stance_choices: values.minimum_stance_choices ?? null,
    maximum_stance_choices: values.maximum_stance_choices ?? null,
    agree_target: values.agree_target ?? null,
    can_respond_maybe: !(values.only_yes_no ?? false),
    stance_reason_required: reasonsTyped(values),
    ...countTyped(values),
    ...blockOnlyIfOffered(rulesMeant(rulesIn(values)), values),
  }
}

/** Anonymous votes never have reasons. A form that requires them is refused, as in the API. */
function reasonsTyped({ anonymous, stance_reason_required = 'optional' }: Typed): ReasonRule {
  const left_out = anonymous === true && stance_reason_required !== 'required'
  return left_out ? ANONYMOUS_RULES.stance_reason_required : stance_reason_required
}

/** The budget is hidden unless it is shared, and has no effect. */
function countTyped(values: Typed): CountSettings {
  const counting = countIn(values)
  return sharesBudget(values) ? counting : { ...counting, budget: null }
}

function sharesBudget({ count_method }: Typed): boolean {
  return count_method === 'equal_shares'
}

/** The box is ticked by default, and has no effect without the Block position. */
function blockOnlyIfOffered(rules: DecisionRules, { poll_type, positions = [] }: Typed): DecisionRules {
  return { ...rules, no_block: rules.no_block && offersBlock(poll_type, positions) }
}

/** Without a closing time it is a draft. */
function closingOf({ closing_at = '' }: Typed, zone: string): ReturnType<typeof readClosing> {
  return closing_at.trim() === '' ? { at: null, problems: [] } : readClosing(closing_at, zone)
}

function optionsOf(
  values: Typed,
  zone: string,
): ReturnType<PollForm['readOptions']> & { meanings: string[]; costs: OptionCosts } {
  const shares = sharesBudget(values)
  const typed = rowsIn(values)
    .map(({ name, meaning, cost }) => ({ name: name.trim(), meaning: meaning.trim(), cost: cost.trim() }))
    .filter(({ name, meaning, cost }) => name !== '' || meaning !== '' || (shares && cost !== ''))
  const { positions = [] } = values
  const lines = typed.map(({ name }) => name)
  const { form } = pageOf(values.poll_type)
  const read = form.readOptions({ lines, positions, times: typedTimes(values) }, zone)
  const { costs, problems } = shares
    ? costsOf(typed.filter(({ name }) => name !== ''))
    : { costs: {}, problems: [] }
  return {
    names: read.names,
    costs,
    problems: [...read.problems, ...problems],
    meanings: form.fields.includes('option_meanings') ? typed.map(({ meaning }) => meaning) : [],
  }
}

/** Only whole numbers above 0 are costs. The poll itself reports missing ones, if all others are readable. */
function costsOf(typed: { name: string; cost: string }[]): { costs: OptionCosts; problems: Problem[] } {
  const read = typed.filter(({ cost }) => /^[1-9]\d{0,8}$/.test(cost))
  const unread = typed.filter((one) => !read.includes(one))
  return {
    costs: Object.fromEntries(read.map(({ name, cost }) => [name, Number(cost)])),
    problems: unread.every(({ cost }) => cost === '')
      ? []
      : unread.map(({ name, cost }) =>
          problem('option_costs', cost === '' ? 'no_cost' : 'cost_no_integer', { text: clipped(name) }),
        ),
  }
}

function recipientsOf(values: Typed): Recipients {
  return {
    audience: values.recipient_audience ? 'group' : null,
    user_ids: values.recipient_user_ids ?? [],
    emails: splitAddresses(values.recipient_emails ?? ''),
    message:
      (values.recipient_message ?? '').trim() === '' ? null : withLineFeeds(values.recipient_message ?? ''),
  }
}
