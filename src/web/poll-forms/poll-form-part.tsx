import type { VNode } from 'preact'
import { MAX_TITLE } from '../../discussions/discussion.ts'
import type { PollTypeName } from '../../polls/types/index.ts'
import { pageOf } from '../ballots/index.ts'
import {
  AreaField,
  type Choice,
  ChoiceField,
  type FormState,
  LineField,
  type Listed,
  TickField,
} from '../parts/form-part.tsx'
import { LABELS, labelOf } from './poll-form.ts'
import { CONDITIONS, RuleFields } from './rule-fields-part.tsx'

/** People who can be named by choosing them; `more`: the group has others. */
export type Choosable = { choices: Listed[]; more: boolean }

type Props = {
  form: FormState
  type: PollTypeName
  zone: string
  now: Date
  people: Choosable
  /** What is set in the drawer, on one line. */
  settings: string
}

/** The fields of a new poll: the few that every poll of its type needs, and the others in a drawer. */
export function PollFieldsPart({ settings, ...props }: Props): VNode {
  const { form, type, zone, now } = props
  const label = (name: string) => labelOf(type, name)
  const own = pageOf(type).form
  return (
    <>
      <LineField
        form={form}
        name="title"
        label={label('title')}
        hint={own.title_hint}
        more={{ required: true, maxlength: MAX_TITLE }}
      />
      <AreaField
        form={form}
        name="details"
        label={label('details')}
        hint="What people need to know before they vote. You can use Markdown."
        rows={2}
      />
      <own.Options form={form} label={label} zone={zone} now={now} />
      <LineField
        form={form}
        name="closing_at"
        label={label('closing_at')}
        hint={`In your time zone, ${zone}. Leave it empty to keep a draft.`}
        type="datetime-local"
      />
      <details class="drawer" open={form.problems.some(({ field }) => !ALWAYS_SEEN.includes(field))}>
        <summary>
          <strong>Settings</strong> <span id="settings-line">{settings}</span>
        </summary>
        <Settings {...props} />
      </details>
    </>
  )
}

const ALWAYS_SEEN = ['title', 'details', 'options', 'option_meanings', 'positions', 'closing_at']

function Settings({ form, type, zone, now, people }: Omit<Props, 'settings'>): VNode {
  const own = pageOf(type).form
  return (
    <div class="stack">
      {own.Settings !== undefined && (
        <own.Settings form={form} label={(name) => labelOf(type, name)} zone={zone} now={now} />
      )}
      <OneOf form={form} name="eligible" />
      <Secrecy form={form} />
      <RuleFields form={form} blocking={false} options={own.rule_options} conditions={CONDITIONS} />
      <OneOf form={form} name="stance_reason_required" />
      {own.fields.includes('shuffle_options') && (
        <TickField
          form={form}
          name="shuffle_options"
          label="Show the options to each voter in a different order"
          hint="So that the first one has no advantage."
        />
      )}
      {own.fields.includes('voter_can_add_options') && (
        <TickField form={form} name="voter_can_add_options" label="Voters may add options" />
      )}
      <OneOf form={form} name="notify_on_closing_soon" />
      <Telling form={form} people={people} />
    </div>
  )
}

/** What may be chosen in the fields that every type has. */
const CHOICES: { [field: string]: Choice[] } = {
  eligible: [
    { value: 'all', label: 'Everyone in the group', about: 'Also those who join while voting is open.' },
    { value: 'named', label: 'Only the people named below' },
  ],
  hide_results: [
    { value: 'off', label: 'At any time' },
    { value: 'until_vote', label: 'After voting' },
    { value: 'until_closed', label: 'When voting has closed' },
  ],
  notify_on_closing_soon: [
    { value: 'undecided_voters', label: 'To people who have not voted' },
    { value: 'voters', label: 'To everyone with a ballot' },
    { value: 'author', label: 'To me' },
    { value: 'nobody', label: 'To nobody' },
  ],
  stance_reason_required: [
    { value: 'optional', label: 'Voters may say why' },
    { value: 'required', label: 'Voters must say why' },
    { value: 'disabled', label: 'No reasons' },
  ],
  tell: [
    { value: 'voters', label: 'Everyone who may vote' },
    { value: 'named', label: 'Only the people named below' },
    { value: 'nobody', label: 'Nobody' },
  ],
}

function OneOf({ form, name }: { form: FormState; name: string }): VNode {
  return <ChoiceField form={form} name={name} label={LABELS[name] ?? name} choices={CHOICES[name] ?? []} />
}

function Secrecy({ form }: { form: FormState }): VNode {
  return (
    <>
      <TickField
        form={form}
        name="anonymous"
        label="Anonymous"
        hint="Nobody, admins included, can look up who voted how. A vote cannot be changed once it is cast, and carries no reason. Results are shown when voting has closed, whatever is chosen below. With fewer than three voters the result gives votes away. You cannot turn this off once the poll is open."
      />
      <OneOf form={form} name="hide_results" />
    </>
  )
}

function Telling({ form, people }: Pick<Props, 'form' | 'people'>): VNode {
  return (
    <>
      <OneOf form={form} name="tell" />
      <details open={namesSomebody(form)}>
        <summary>Name people</summary>
        <p class="small quiet">Everyone you name gets a ballot, whether or not they belong to the group.</p>
        <TickField form={form} name="recipient_audience" label="The whole group" />
        {people.choices.length > 0 && (
          <ChoiceField
            form={form}
            name="recipient_user_ids"
            label="People of the group"
            choices={people.choices}
            several
            {...(people.more ? { hint: 'The group is large: enter the addresses of others below.' } : {})}
          />
        )}
        <AreaField
          form={form}
          name="recipient_emails"
          label="Addresses"
          hint="Of people in the group or outside it: one on each line or separated by commas, with names if you like: Ann Lee <ann@mill.example>."
          rows={3}
        />
      </details>
      <AreaField form={form} name="recipient_message" label="Message" hint="Added to the email." rows={3} />
    </>
  )
}

const NAMING = ['recipient_audience', 'recipient_user_ids', 'recipient_emails']

function namesSomebody({ values, problems }: FormState): boolean {
  return (
    NAMING.some((name) => (values[name] ?? '') !== '') ||
    values['eligible'] === 'named' ||
    problems.some(({ field }) => NAMING.includes(field))
  )
}
