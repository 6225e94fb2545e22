import { Type } from 'typebox'
import { EXAMPLE_TIME } from '../api/params.ts'
import { asTime, readClosing } from '../api/poll-params.ts'
import { Id, ListOf, MaybeId, MaybeText, OneOf, Record, Text } from '../api/wire.ts'
import { MAX_RECIPIENTS } from '../discussions/recipients.ts'
import { Invalid, problem, refuse } from '../errors.ts'
import { readFields } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import { MAX_REASON } from '../polls/ballots/ballot.ts'
import { MAX_STATEMENT } from '../polls/outcomes/outcome.ts'
import { MAX_OPTION_NAME, MAX_OPTIONS } from '../polls/poll-option.ts'

/** Parameters of actions on a poll. */

export const ClosingParams = Record('Closing time', {
  closing_at: Text(
    'When voting closes: an ISO 8601 date-time (UTC if it has no zone), or a date (00:00 UTC, the start of that day); in the future.',
    {
      examples: [EXAMPLE_TIME],
    },
  ),
})

export const OutcomeParams = Record('New outcome', {
  statement: Text(`What was decided, as Markdown (at most ${MAX_STATEMENT} characters).`, {
    examples: ['We paint it blue, in May.'],
  }),
  review_on: Type.Optional(
    MaybeText('The date on which the outcome is due for review, such as 2027-03-01.', { default: null }),
  ),
  poll_option_id: Type.Optional(MaybeId('The option decided on.', { default: null })),
})

export const OptionParams = Record('New options', {
  options: ListOf(
    Text('An option.'),
    `Options to add: at most ${MAX_OPTIONS} in all, each at most ${MAX_OPTION_NAME} characters.`,
    { examples: [['Yellow']], maxItems: MAX_OPTIONS },
  ),
})

export const InviteParams = Record('Voters', {
  emails: Type.Optional(
    ListOf(
      Text('An address.'),
      `Email addresses of people inside or outside the group (at most ${MAX_RECIPIENTS}).`,
      {
        default: [],
        maxItems: MAX_RECIPIENTS,
        examples: [['ada@example.org']],
      },
    ),
  ),
  user_ids: Type.Optional(
    ListOf(Id('A user.'), `Members of the group (at most ${MAX_RECIPIENTS}).`, {
      default: [],
      maxItems: MAX_RECIPIENTS,
    }),
  ),
})

const WHO = {
  user_id: Type.Optional(MaybeId('The voter; alternatively, give email.', { default: null })),
  email: Type.Optional(
    MaybeText('The address of the voter; alternatively, give user_id.', {
      default: null,
      examples: ['ada@example.org'],
    }),
  ),
}

/** Without `choices`, whose field names are options. */
export const CastParams = Record('New ballot', {
  ...WHO,
  reason: Type.Optional(MaybeText(`The reason (at most ${MAX_REASON} characters).`, { default: null })),
  reason_format: Type.Optional(OneOf(['md', 'html'], 'The format of reason.', { default: 'md' })),
})

export const WithdrawParams = Record('Voter', WHO)

/** The closing time in a body. Invalid: none, or unreadable. */
export function readClosingTime(body: Body): { closing_at: Date; ignored: string[] } {
  const { values, problems, ignored } = readFields(ClosingParams, body)
  const blank = values.closing_at.trim() === '' && problems.length === 0
  const read = readClosing(blank || problems.length > 0 ? null : values.closing_at)
  refuse(read.problems, problems.map(asTime))
  if (read.closing_at === null) throw new Invalid([problem('closing_at', 'blank')])
  return { closing_at: read.closing_at, ignored }
}
