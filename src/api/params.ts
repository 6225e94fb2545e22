import { type Static, Type } from 'typebox'
import { MAX_BODY, MAX_MESSAGE, MAX_TITLE } from '../discussions/discussion.ts'
import { MAX_RECIPIENTS, type Recipients } from '../discussions/recipients.ts'
import { MAX_TAG_NAME, MAX_TAGS } from '../groups/tags/tag.ts'
import {
  CLOSING_SOON_AUDIENCES,
  DEFAULT_DOTS,
  DEFAULT_MAX_SCORE,
  DEFAULT_MIN_SCORE,
  HIDE_RESULTS,
  MAX_SCORE,
  REASON_RULES,
} from '../polls/poll.ts'
import { MAX_OPTION_MEANING, MAX_OPTION_NAME, MAX_OPTIONS } from '../polls/poll-option.ts'
import { DEFAULT_POLL_TYPE, POLL_TYPE_NAMES, pollType } from '../polls/types/index.ts'
import { COUNT_FIELDS } from './count-fields.ts'
import { RULE_FIELDS } from './rule-fields.ts'
import {
  Flag,
  Id,
  ListOf,
  MaybeId,
  MaybeOneOf,
  MaybeText,
  NullableInteger,
  OneOf,
  Record,
  Text,
} from './wire.ts'

/** A closing time that is in the future whenever someone copies an example. */
export const EXAMPLE_TIME = `${new Date().getUTCFullYear() + 2}-01-31T18:00:00Z`

/** The parameters of the endpoints: the schemas that parse a request also describe it. */

const Key = Text('Your API key. Preferably sent as "Authorization: Bearer KEY".', { examples: ['fmk_…'] })
const Format = (what: string) => OneOf(['md', 'html'], `The format of ${what}.`, { default: 'md' })

/** The tags of a thread or poll. */
export const TAG_NAMES = (options: { default?: string[] } = {}) =>
  ListOf(
    Text('A tag.'),
    `The names of its tags: at most ${MAX_TAGS}, each at most ${MAX_TAG_NAME} characters, without commas. A new name becomes a tag of the group; the same name in other case is the same tag.`,
    { examples: [['Budget']], ...options },
  )

const RECIPIENTS = {
  recipient_audience: MaybeOneOf(['group'], "'group' notifies the whole group.", { default: null }),
  recipient_user_ids: ListOf(
    Id('A user.'),
    `Members of the group or guests of the thread (at most ${MAX_RECIPIENTS}).`,
    { default: [], maxItems: MAX_RECIPIENTS },
  ),
  recipient_emails: ListOf(
    Text('An address.'),
    `Email addresses of people to invite (at most ${MAX_RECIPIENTS}). Blank ones are left out.`,
    { default: [], maxItems: MAX_RECIPIENTS },
  ),
  recipient_message: MaybeText(`A message to them (at most ${MAX_MESSAGE} characters).`, { default: null }),
}

const GROUP_ID = {
  group_id: MaybeId(
    "The key's own group. Variant B rejects any other group; variant A ignores it and uses the key's.",
    { default: null },
  ),
}

export const DiscussionParams = Record('New discussion', {
  title: Text(`Title of the thread (at most ${MAX_TITLE} characters).`, {
    examples: ['Where shall we meet?'],
  }),
  description: Type.Optional(
    MaybeText(`Context for the thread (at most ${MAX_BODY} characters).`, { default: null }),
  ),
  description_format: Type.Optional(Format('description')),
  private: Type.Optional(
    Flag(
      'Only the group and invited guests can read it. false: anyone can, if the group is public; in other groups every thread is private.',
      { default: true },
    ),
  ),
  recipient_audience: Type.Optional(RECIPIENTS.recipient_audience),
  recipient_user_ids: Type.Optional(RECIPIENTS.recipient_user_ids),
  recipient_emails: Type.Optional(RECIPIENTS.recipient_emails),
  recipient_message: Type.Optional(RECIPIENTS.recipient_message),
  tags: Type.Optional(TAG_NAMES({ default: [] })),
  group_id: Type.Optional(GROUP_ID.group_id),
})

/** Allowed options of each type of poll, and its default options. */
function optionRules(): string {
  const rules = POLL_TYPE_NAMES.flatMap((name) => {
    const { allowed_options: allowed, default_options: none, options_are_times } = pollType(name)
    const given = none === null ? '' : `none given: ${none.join(', ')}`
    if (allowed !== null) return [`${name}: of ${allowed.join(', ')}${given === '' ? '' : ` (${given})`}`]
    if (given !== '') return [`${name}: ${given}`]
    return options_are_times ? [`${name}: ISO 8601 dates or date-times`] : []
  })
  return `${[...rules, 'others: any text'].join('; ')}.`
}

const POLL_FIELDS = {
  title: Text(`Title of the poll (at most ${MAX_TITLE} characters).`, { examples: ['Paint the hall blue?'] }),
  poll_type: OneOf(POLL_TYPE_NAMES, 'The type of poll.', { examples: [DEFAULT_POLL_TYPE] }),
  details: Type.Optional(MaybeText(`Body text (at most ${MAX_BODY} characters).`, { default: null })),
  details_format: Type.Optional(Format('details')),
  options: Type.Optional(
    ListOf(
      Text('An option.'),
      `The options to vote on: at most ${MAX_OPTIONS}, each at most ${MAX_OPTION_NAME} characters. ${optionRules()}`,
      { default: [], maxItems: MAX_OPTIONS },
    ),
  ),
  option_meanings: Type.Optional(
    ListOf(
      Text('A description.'),
      `Descriptions of the options, in the order of options: each at most ${MAX_OPTION_MEANING} characters, "" for none.`,
      { default: [], maxItems: MAX_OPTIONS },
    ),
  ),
  closing_at: Type.Optional(
    MaybeText(
      'When voting closes: an ISO 8601 date-time (UTC if it has no zone), or a date (00:00 UTC, the start of that day). Null: the poll is a draft, and voting is disabled.',
      {
        default: null,
        examples: [EXAMPLE_TIME],
      },
    ),
  ),
  specified_voters_only: Type.Optional(
    Flag('true: only the people named in this request may vote; false: everyone in the group or thread.', {
      default: false,
    }),
  ),
  hide_results: Type.Optional(
    MaybeOneOf(
      HIDE_RESULTS,
      'How long results are hidden. An anonymous poll never shows them before it has closed.',
      { default: 'off' },
    ),
  ),
  hide_results_until_closed: Type.Optional(
    Flag('Old name: true means hide_results until_closed.', { default: false }),
  ),
  shuffle_options: Type.Optional(Flag('Show options to voters in random order.', { default: false })),
  anonymous: Type.Optional(Flag('Hide the identities of voters.', { default: false })),
  receipts: Type.Optional(
    Flag(
      'Give each voter of an anonymous poll a signed receipt, with which they can find their ballot in the published record. Title, text, options and closing time are fixed once voting is open.',
      { default: false },
    ),
  ),
  open_link: Type.Optional(
    Flag(
      'Let anyone who has a link to the poll vote, under a name they enter. These votes are shown separately and count nowhere else. Not for anonymous polls; it cannot be changed later.',
      { default: false },
    ),
  ),
  tags: Type.Optional(TAG_NAMES({ default: [] })),
  discussion_id: Type.Optional(MaybeId('The thread to add the poll to.', { default: null })),
  recipient_audience: Type.Optional(RECIPIENTS.recipient_audience),
  notify_on_closing_soon: Type.Optional(
    OneOf(CLOSING_SOON_AUDIENCES, 'The people to remind 24 hours before the poll closes.', {
      default: 'nobody',
    }),
  ),
  recipient_user_ids: Type.Optional(RECIPIENTS.recipient_user_ids),
  recipient_emails: Type.Optional(RECIPIENTS.recipient_emails),
  recipient_message: Type.Optional(RECIPIENTS.recipient_message),
  min_score: Type.Optional(
    NullableInteger('score: the lowest score.', {
      minimum: 0,
      maximum: MAX_SCORE,
      default: DEFAULT_MIN_SCORE,
    }),
  ),
  max_score: Type.Optional(
    NullableInteger('score: the highest score.', {
      minimum: 0,
      maximum: MAX_SCORE,
      default: DEFAULT_MAX_SCORE,
    }),
  ),
  dots_per_person: Type.Optional(
    NullableInteger('dot_vote: the number of dots each voter has.', {
      minimum: 1,
      maximum: 10_000,
      default: DEFAULT_DOTS,
    }),
  ),
  minimum_stance_choices: Type.Optional(
    NullableInteger(
      'The least number of options on a ballot; for ranked_choice counted by points: the exact number.',
      {
        minimum: 1,
        maximum: MAX_OPTIONS,
        default: null,
      },
    ),
  ),
  maximum_stance_choices: Type.Optional(
    NullableInteger('The greatest number of options on a ballot.', {
      minimum: 1,
      maximum: MAX_OPTIONS,
      default: null,
    }),
  ),
  agree_target: Type.Optional(
    NullableInteger(
      'count: the number of people needed, who give the first answer. Pages and messages say "4 of 8 needed".',
      { minimum: 1, maximum: 1_000_000, default: null },
    ),
  ),
  can_respond_maybe: Type.Optional(Flag('meeting: offer "if need be".', { default: true })),
  stance_reason_required: Type.Optional(
    OneOf(REASON_RULES, 'Whether voters can or must give reasons.', { default: 'optional' }),
  ),
  ...RULE_FIELDS,
  ...COUNT_FIELDS,
  group_id: Type.Optional(GROUP_ID.group_id),
}

const NOTIFY = (byDefault: boolean) =>
  Type.Optional(
    Flag('false adds people without sending notifications. Variant B: false when left out.', {
      default: byDefault,
    }),
  )

export const PollParamsA = Record('New poll', {
  ...POLL_FIELDS,
  voter_can_add_options: Type.Optional(
    Flag('Whether voters can add options (variant A).', { default: false }),
  ),
  notify_recipients: NOTIFY(true),
})

export const PollParamsB = Record('New poll, variant B', { ...POLL_FIELDS, notify_recipients: NOTIFY(false) })

export const MembershipParams = Record('Members', {
  emails: ListOf(Text('An address.'), 'Addresses to invite into the group.', {
    examples: [['ada@example.org', 'ben@example.org']],
  }),
  remove_absent: Type.Optional(
    Flag('Remove every member whose address is not in emails.', { default: false }),
  ),
  dry_run: Type.Optional(Flag('Return what would be done, without doing it.', { default: false })),
  force: Type.Optional(
    Flag('Let a guarded key empty the group or remove its last admin.', { default: false }),
  ),
  group_id: Type.Optional(GROUP_ID.group_id),
})

export const DEFAULT_PER = 50
const MAX_PER = 1_000

const PagingParams = Type.Object({
  per: Type.Optional(
    NullableInteger(`The number of records to return (at most ${MAX_PER}).`, {
      minimum: 1,
      maximum: MAX_PER,
      default: DEFAULT_PER,
    }),
  ),
  from: Type.Optional(NullableInteger('The number of records to skip.', { minimum: 0, default: 0 })),
})
export const MemberListParams = Type.Object({
  ...PagingParams.properties,
  group_id: Type.Optional(GROUP_ID.group_id),
})

/** The description of a request in the document: its fields, and the key that may be among them. */
export function described<T extends { properties: object }>(params: T): T {
  return { ...params, properties: { api_key: Key, ...params.properties } }
}

/** The fields of a new thread for `startDiscussion`. */
export function threadFields(params: Static<typeof DiscussionParams>) {
  return {
    title: params.title,
    description: params.description ?? null,
    description_format: params.description_format ?? 'md',
    private: params.private ?? true,
    tags: params.tags ?? [],
    recipients: recipientsOf(params),
  }
}

/** The recipients in a request, for actions. The old service's printed example has a blank address. */
export function recipientsOf(params: Static<typeof DiscussionParams>): Recipients {
  return {
    audience: params.recipient_audience ?? null,
    user_ids: params.recipient_user_ids ?? [],
    emails: (params.recipient_emails ?? []).filter((address) => address.trim() !== ''),
    message: params.recipient_message ?? null,
  }
}
