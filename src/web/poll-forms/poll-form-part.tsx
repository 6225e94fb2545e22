import type { VNode } from 'preact'
import type { GroupPerson, Page } from '../../groups/load-people.ts'
import type { PollTypeName } from '../../polls/types/index.ts'
import { displayName } from '../../users/user.ts'
import { pageOf } from '../ballots/index.ts'
import {
  AreaField,
  type Choice,
  ChoiceField,
  type FormState,
  LineField,
  TickField,
} from '../parts/form-part.tsx'
import { LABELS, labelOf } from './poll-form.ts'
import { CONDITIONS, RuleFields } from './rule-fields-part.tsx'

type Props = { form: FormState; type: PollTypeName; zone: string; people: Page<GroupPerson> }

/** The fields of a new poll, as far as its type has them. */
export function PollFieldsPart({ form, type, zone, people }: Props): VNode {
  const label = (name: string) => labelOf(type, name)
  const own = pageOf(type).form
  return (
    <>
      <LineField
        form={form}
        name="title"
        label={label('title')}
        hint={own.title_hint}
        more={{ required: true, maxlength: 150 }}
      />
      <AreaField
        form={form}
        name="details"
        label={label('details')}
        hint="What one should know before voting. You may use Markdown: **bold**, - lists, [links](https://…)."
        rows={7}
      />
      <own.Options form={form} label={label} zone={zone} />
      <LineField
        form={form}
        name="closing_at"
        label={label('closing_at')}
        hint={`In your time zone, ${zone}. Leave it empty to keep a draft: voting opens when you set a time.`}
        type="datetime-local"
      />
      <OneOf form={form} name="eligible" />
      <Secrecy form={form} />
      <RuleFields form={form} blocking={false} options={own.rule_options} conditions={CONDITIONS} />
      <More form={form} type={type} />
      <Telling form={form} people={people} />
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
  const { fields } = pageOf(type).form
  return (
    <>
      <OneOf form={form} name="notify_on_closing_soon" />
      <details>
        <summary>More settings</summary>
        <OneOf form={form} name="stance_reason_required" />
        {fields.includes('shuffle_options') && (
          <TickField
            form={form}
            name="shuffle_options"
            label="Show the options to each voter in another order"
            hint="So that the first one has no advantage."
          />
        )}
        {fields.includes('voter_can_add_options') && (
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
