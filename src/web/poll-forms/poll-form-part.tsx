import type { ComponentChildren, VNode } from 'preact'
import type { Tag } from '../../groups/tags/tag.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { type PollTypeName, pollType } from '../../polls/types/index.ts'
import { zoneName } from '../../text/time-words.ts'
import { pageOf } from '../ballots/index.ts'
import {
  AreaField,
  ChoiceField,
  type FormState,
  LineField,
  type Listed,
  TickField,
} from '../parts/form-part.tsx'
import { PROPOSED } from '../poll-words/count-chooser.ts'
import { TagsField } from '../visits/tags-part.tsx'
import { answersWritten } from './condition-options.ts'
import { labelOf } from './poll-labels.ts'
import { CONDITIONS, RuleFields } from './rule-fields-part.tsx'

/** People to choose from; `more`: the group has others. */
export type Choosable = { choices: Listed[]; more: boolean }

type Props = {
  form: FormState
  type: PollTypeName
  zone: string
  now: Date
  people: Choosable
  /** The tags of the group. */
  offered: readonly Tag[]
  /** The settings in the drawer, summarised on one line. */
  settings: string
  /** A note about the closing time; null: none. */
  note: VNode | null
  /** The proposed times in words, which conditions may be about; null: the options are no times. */
  times: string[] | null
  /** Whether voting closes too soon for the chosen reminder. */
  unreminded: boolean
}

/** The fields of a new poll: the few that every poll of its type needs, and the others in a drawer. */
export function PollFieldsPart({ settings, note, ...props }: Props): VNode {
  const { form, type, zone, now } = props
  const label = (name: string) => labelOf(type, name)
  const own = pageOf(type).form
  return (
    <>
      <LineField
        form={form}
        name="title"
        label={label('title')}
        hint={t(own.title_hint)}
        more={{ required: true }}
      />
      <AreaField
        form={form}
        name="details"
        label={label('details')}
        hint={t('poll_form.details_hint')}
        rows={2}
      />
      <own.Options form={form} label={label} zone={zone} now={now} />
      <LineField
        form={form}
        name="closing_at"
        label={label('closing_at')}
        hint={t('poll_form.closing_hint', { zone: zoneName(zone) })}
        type="datetime-local"
      />
      {pollType(type).options_are_times && (
        <div aria-live="polite">
          <div id="closing-note">{note}</div>
        </div>
      )}
      <details class="drawer" open={isInUse(form)}>
        <summary>
          <strong>{t('poll_form.settings')}</strong> <span id="settings-line">{settings}</span>
        </summary>
        <Settings {...props} />
      </details>
    </>
  )
}

const ALWAYS_SEEN = [
  'title',
  'details',
  'options',
  'option_meanings',
  'option_costs',
  'positions',
  'closing_at',
]

/** Whether the drawer holds a problem, or the answer to a question asked in it. */
function isInUse({ problems, values }: FormState): boolean {
  return PROPOSED in values || problems.some(({ field }) => !ALWAYS_SEEN.includes(field))
}

function Settings({
  form,
  type,
  zone,
  now,
  people,
  offered,
  times,
  unreminded,
}: Omit<Props, 'settings' | 'note'>): VNode {
  const { rule_options } = pageOf(type).form
  return (
    <div class="settings">
      <Group title={t('poll_form.group_ballot')}>
        <OfTheBallot form={form} type={type} zone={zone} now={now} />
      </Group>
      <Group title={t('poll_form.group_voters')}>
        <OneOf form={form} type={type} name="eligible" />
        <Telling form={form} type={type} people={people} />
        <TickField
          form={form}
          name="open_link"
          label={t('poll_form.open_link')}
          called={labelOf(type, 'open_link')}
          hint={t('poll_form.open_link_hint')}
        />
      </Group>
      <Group title={t('poll_form.group_secrecy')}>
        <Secrecy form={form} type={type} />
      </Group>
      <Group title={t('result.results')}>
        <OneOf form={form} type={type} name="hide_results" />
        <RuleFields
          form={rule_options === null ? answersWritten(form, type) : form}
          blocking={false}
          options={rule_options?.() ?? null}
          times={times}
          conditions={CONDITIONS}
        />
      </Group>
      <Group title={t('poll_form.group_reminder')}>
        <OneOf form={form} type={type} name="notify_on_closing_soon" />
        <div aria-live="polite">
          <div id="settings-note">
            {unreminded && <p class="note small">{t('poll_form.reminds_too_late')}</p>}
          </div>
        </div>
        <TagsField form={form} offered={offered} />
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <section class="stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** What voters fill in. */
function OfTheBallot({ form, type, zone, now }: Pick<Props, 'form' | 'type' | 'zone' | 'now'>): VNode {
  const own = pageOf(type).form
  return (
    <>
      {own.Settings !== undefined && (
        <own.Settings form={form} label={(name) => labelOf(type, name)} zone={zone} now={now} />
      )}
      <OneOf form={form} type={type} name="stance_reason_required" />
      {own.fields.includes('shuffle_options') && (
        <TickField
          form={form}
          name="shuffle_options"
          label={t('poll_form.shuffle')}
          hint={t('poll_form.shuffle_hint')}
        />
      )}
      {own.fields.includes('voter_can_add_options') && (
        <TickField
          form={form}
          name="voter_can_add_options"
          label={t('poll_form.voters_add')}
          called={labelOf(type, 'voter_can_add_options')}
        />
      )}
    </>
  )
}

/** The choices of fields that every type has. */
const CHOICES = {
  eligible: { all: 'poll_form.eligible_all', named: 'poll_form.only_named' },
  hide_results: {
    off: 'poll_form.results_off',
    until_vote: 'poll_form.results_until_vote',
    until_closed: 'poll_form.results_until_closed',
  },
  notify_on_closing_soon: {
    undecided_voters: 'poll_form.remind_undecided',
    voters: 'poll_form.remind_voters',
    author: 'poll_form.remind_author',
    nobody: 'poll_form.remind_nobody',
  },
  stance_reason_required: {
    optional: 'poll_form.reason_optional',
    required: 'poll_form.reason_required',
    disabled: 'poll_form.reason_disabled',
  },
  tell: {
    voters: 'poll_form.tell_voters',
    named: 'poll_form.only_named',
    nobody: 'poll_form.tell_nobody',
  },
} satisfies { [field: string]: { [value: string]: PlainKey } }

/** A description of a choice, by its label. */
const ABOUT: { [label in PlainKey]?: PlainKey } = {
  'poll_form.eligible_all': 'poll_form.eligible_all_hint',
  'poll_form.tell_nobody': 'poll_form.tell_nobody_hint',
}

type OneOfProps = { form: FormState; type: PollTypeName; name: keyof typeof CHOICES }

function OneOf({ form, type, name }: OneOfProps): VNode {
  const choices = Object.entries<PlainKey>(CHOICES[name]).map(([value, label]) => {
    const about = ABOUT[label]
    return { value, label: t(label), ...(about === undefined ? {} : { about: t(about) }) }
  })
  return <ChoiceField form={form} name={name} label={labelOf(type, name)} choices={choices} />
}

function Secrecy({ form, type }: Pick<Props, 'form' | 'type'>): VNode {
  return (
    <>
      <TickField
        form={form}
        name="anonymous"
        label={t('poll_form.anonymous')}
        hint={t('poll_form.anonymous_hint')}
      />
      <TickField
        form={form}
        name="receipts"
        label={t('poll_form.receipts')}
        called={labelOf(type, 'receipts')}
        hint={t('poll_form.receipts_hint')}
      />
    </>
  )
}

function Telling({ form, type, people }: Pick<Props, 'form' | 'type' | 'people'>): VNode {
  return (
    <>
      <OneOf form={form} type={type} name="tell" />
      <details open={namesSomebody(form)}>
        <summary>{t('poll_form.name_people')}</summary>
        <p class="small quiet">{t('poll_form.name_people_hint')}</p>
        <TickField form={form} name="recipient_audience" label={t('poll_form.whole_group')} />
        {people.choices.length > 0 && (
          <ChoiceField
            form={form}
            name="recipient_user_ids"
            label={t('poll_form.people_of_group')}
            choices={people.choices.map(({ value, label }) => ({ value, label: <bdi>{label}</bdi> }))}
            several
            {...(people.more ? { hint: t('poll_form.large_group') } : {})}
          />
        )}
        <AreaField
          form={form}
          name="recipient_emails"
          label={t('poll_form.addresses')}
          hint={t('poll_form.addresses_hint', { example: t('form.address_example') })}
          rows={3}
        />
      </details>
      <AreaField
        form={form}
        name="recipient_message"
        label={t('poll_form.message')}
        hint={t('poll_form.message_hint')}
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
