import type { VNode } from 'preact'
import type { GroupPerson, Page } from '../../groups/load-people.ts'
import type { PollType } from '../../polls/poll-types.ts'
import { displayName } from '../../users/user.ts'
import {
  AreaField,
  type Choice,
  ChoiceField,
  FieldError,
  type FormState,
  LineField,
  TickField,
} from '../parts/form-part.tsx'
import { LABELS, labelOf, OWN_FIELDS } from './poll-form.ts'
import { CONDITIONS, RuleFields } from './rule-fields-part.tsx'

type Props = { form: FormState; type: PollType; zone: string; people: Page<GroupPerson> }

const TIME_FIELDS = 4

/** The fields of a new poll, as far as its type has them. */
export function PollFieldsPart({ form, type, zone, people }: Props): VNode {
  const label = (name: string) => labelOf(type, name)
  return (
    <>
      <LineField
        form={form}
        name="title"
        label={label('title')}
        hint={TITLE_HINTS[type]}
        more={{ required: true, maxlength: 150 }}
      />
      <AreaField
        form={form}
        name="details"
        label={label('details')}
        hint="What one should know before voting. You may use Markdown: **bold**, - lists, [links](https://…)."
        rows={7}
      />
      <OptionFields form={form} type={type} zone={zone} />
      <LineField
        form={form}
        name="closing_at"
        label={label('closing_at')}
        hint={`In your time zone, ${zone}. Leave it empty to keep a draft: voting opens when you set a time.`}
        type="datetime-local"
      />
      <OneOf form={form} name="eligible" />
      <Secrecy form={form} />
      <RuleFields
        form={form}
        type={type}
        options={type === 'proposal' ? POSITIONS : null}
        conditions={CONDITIONS}
      />
      <More form={form} type={type} />
      <Telling form={form} people={people} />
    </>
  )
}

const TITLE_HINTS: Record<PollType, string> = {
  proposal: 'The proposal in a sentence: “We buy a second bike shed”.',
  poll: 'The question: “Which colour for the hall?”',
  count: 'What people are to join in: “Painting the hall on Saturday”.',
  score: 'The question: “How good is each of these roofs?”',
  ranked_choice: 'The question: “Who shall speak for us?”',
  meeting: 'What the meeting is about.',
  dot_vote: 'The question: “What shall we do first?”',
}

function OptionFields({ form, type, zone }: Omit<Props, 'people'>): VNode {
  const label = (name: string) => labelOf(type, name)
  if (type === 'proposal')
    return <ChoiceField form={form} name="positions" label={label('positions')} choices={POSITIONS} several />
  if (type === 'meeting') return <Times form={form} zone={zone} label={label('options')} />
  const own = OWN_FIELDS[type]
  return (
    <>
      <AreaField
        form={form}
        name="options"
        label={label('options')}
        hint={type === 'count' ? 'One a line. These two suit most.' : 'One a line.'}
        rows={type === 'count' ? 2 : 5}
      />
      {own.includes('maximum_stance_choices') && (
        <div class="pair">
          <NumberField form={form} name="minimum_stance_choices" hint={EACH_CHOOSES} />
          <NumberField form={form} name="maximum_stance_choices" hint={EACH_CHOOSES} />
        </div>
      )}
      {type === 'ranked_choice' && (
        <NumberField
          form={form}
          name="minimum_stance_choices"
          label={label('minimum_stance_choices')}
          hint="Leave it empty: all of them."
        />
      )}
      {type === 'score' && (
        <div class="pair">
          <NumberField form={form} name="min_score" />
          <NumberField form={form} name="max_score" />
        </div>
      )}
      {type === 'dot_vote' && <NumberField form={form} name="dots_per_person" />}
    </>
  )
}

const EACH_CHOOSES = 'options each voter chooses'

type NumberProps = { form: FormState; name: string; label?: string; hint?: string }

/** A field for a number; called what faults call it unless told otherwise. */
function NumberField(field: NumberProps): VNode {
  const label = LABELS[field.name] ?? field.name
  return <LineField label={label} {...field} type="number" more={{ inputmode: 'numeric', min: 0 }} />
}

const POSITIONS: Choice[] = [
  { value: 'agree', label: 'Agree' },
  { value: 'abstain', label: 'Abstain' },
  { value: 'disagree', label: 'Disagree' },
  { value: 'block', label: 'Block', about: 'For groups that let a single objection stop a proposal.' },
]

function Times({ form, zone, label }: Pick<Props, 'form' | 'zone'> & { label: string }): VNode {
  const held = [form.values['times'] ?? []].flat().map(String)
  const shown = Math.max(TIME_FIELDS, held.filter((time) => time !== '').length + 2)
  return (
    <>
      <fieldset class="field" id="options">
        <legend>{label}</legend>
        <p class="hint">{`In your time zone, ${zone}. Voters see them in theirs.`}</p>
        <div class="pair">
          {Array.from({ length: shown }, (_, place) => (
            <input
              key={place}
              type="datetime-local"
              name="times"
              value={held[place] ?? ''}
              aria-label={`Time ${place + 1}`}
            />
          ))}
        </div>
        <FieldError form={form} name="options" label={label} />
      </fieldset>
      <AreaField
        form={{ ...form, problems: [] }}
        name="options"
        id="more-times"
        label="More times, or whole days"
        hint="One a line, such as 2027-01-31 18:00 or 2027-01-31."
        rows={2}
      />
      <TickField form={form} name="only_yes_no" label="Only yes and no, without “if need be”" />
    </>
  )
}

/** What may be chosen in the fields that every type has. */
const CHOICES: { [field: string]: Choice[] } = {
  eligible: [
    { value: 'all', label: 'Everyone in the group', about: 'Also those who join while voting is open.' },
    { value: 'named', label: 'Only the people I name below' },
  ],
  hide_results: [
    { value: 'off', label: 'At any time' },
    { value: 'until_vote', label: 'Once one has voted' },
    { value: 'until_closed', label: 'When voting has closed' },
  ],
  notify_on_closing_soon: [
    { value: 'undecided_voters', label: 'To those who have not voted' },
    { value: 'voters', label: 'To everyone who holds a ballot' },
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
    { value: 'named', label: 'Only the people I name below' },
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

function More({ form, type }: Pick<Props, 'form' | 'type'>): VNode {
  const own = OWN_FIELDS[type]
  return (
    <>
      <OneOf form={form} name="notify_on_closing_soon" />
      <details>
        <summary>More settings</summary>
        <OneOf form={form} name="stance_reason_required" />
        {own.includes('shuffle_options') && (
          <TickField
            form={form}
            name="shuffle_options"
            label="Show the options to each voter in another order"
            hint="So that the first one has no advantage."
          />
        )}
        {own.includes('voter_can_add_options') && (
          <TickField form={form} name="voter_can_add_options" label="Voters may add options" />
        )}
      </details>
    </>
  )
}

function Telling({ form, people }: Pick<Props, 'form' | 'people'>): VNode {
  return (
    <>
      <OneOf form={form} name="tell" />
      <details open={namesSomebody(form)}>
        <summary>Name people</summary>
        <p class="small quiet">Whoever is named holds a ballot, members of the group or not.</p>
        <TickField form={form} name="recipient_audience" label="The whole group" />
        {people.items.length > 0 && (
          <ChoiceField
            form={form}
            name="recipient_user_ids"
            label="People of the group"
            choices={people.items.map(({ user }) => ({ value: String(user.id), label: displayName(user) }))}
            several
            {...(people.more ? { hint: 'The group is large: name the others by their addresses.' } : {})}
          />
        )}
        <AreaField
          form={form}
          name="recipient_emails"
          label="Addresses"
          hint="Of people in the group or outside it, apart by blanks, commas or lines."
          rows={3}
        />
      </details>
      <AreaField
        form={form}
        name="recipient_message"
        label="Message"
        hint="A few words of yours in the mail."
        rows={3}
      />
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
