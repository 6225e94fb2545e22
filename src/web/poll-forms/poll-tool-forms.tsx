import type { VNode } from 'preact'
import type { Fields } from '../../http/forms.ts'
import { MAX_STATEMENT, type OutcomeText, settlesOnOption } from '../../polls/outcomes/outcome.ts'
import { pollState } from '../../polls/poll.ts'
import { REMINDER_PAUSE_HOURS, reminderPause } from '../../polls/remind-undecided.ts'
import { pollType } from '../../polls/types/index.ts'
import { have } from '../../text/counted.ts'
import { localIn } from '../../text/local-time.ts'
import { zoneWords } from '../../text/time-words.ts'
import { AtTime, fromNow, Time } from '../parts/date-part.tsx'
import { AreaField, ChoiceField, type FormState, LineField, SelectField } from '../parts/form-part.tsx'
import { optionLabel, resultsRule } from '../poll-words/poll-words.ts'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { VerdictPart } from '../results/verdict-part.tsx'
import type { PollView } from '../visits/poll-view.ts'
import { OptionMeanings } from './option-meanings-part.tsx'
import { labelOf } from './poll-form.ts'
import { CONDITIONS, RuleFields } from './rule-fields-part.tsx'

export type ToolForm = (props: { view: PollView; form: FormState }) => VNode

function ClosingField({ view, form }: { view: PollView; form: FormState }): VNode {
  const label = labelOf(view.visit.loaded.poll.poll_type, 'closing_at')
  return (
    <LineField form={form} name="closing_at" type="datetime-local" label={label} hint={inYourZone(view)} />
  )
}

const inYourZone = ({ visit }: PollView) =>
  `In your time zone: ${zoneWords(visit.visitor.time_zone).replace(/[()]/g, '')}.`

/** A closing time as date fields hold it, in the visitor's zone. */
export function closingText(view: PollView): string {
  const { closing_at } = view.visit.loaded.poll
  return closing_at === null ? '' : localIn(view.visit.visitor.time_zone, closing_at)
}

export const OpenForm: ToolForm = (props) => (
  <>
    <p>Once it is open everybody who holds a ballot gets a mail, and votes count.</p>
    <ClosingField {...props} />
  </>
)

export const ReopenForm: ToolForm = (props) => (
  <>
    <p>Votes that were cast stand, and can be changed until voting closes again. Results may move.</p>
    <ClosingField {...props} />
  </>
)

export const CloseForm: ToolForm = ({ view }) => {
  const { loaded, visitor } = view.visit
  const state = pollState(loaded.poll, loaded.now)
  return (
    <>
      <p>
        {`${loaded.decided_count} of ${loaded.voters_count} ${have(loaded.decided_count)} voted. After closing nobody can vote or change a vote, and everybody sees the results.`}
        {loaded.poll.anonymous && ' An anonymous poll never opens again.'}
      </p>
      {state.is === 'open' && (
        <p>
          Without this it closes on <Time at={state.until} zone={visitor.time_zone} />.
        </p>
      )}
    </>
  )
}

/** Whether there is somebody to remind, and they were not reminded a short while ago. */
export function canRemind({ visit: { loaded } }: PollView): boolean {
  return loaded.decided_count < loaded.voters_count && reminderPause(loaded.poll, loaded.now) === null
}

export const RemindForm: ToolForm = ({ view: { visit } }) => {
  const { voters_count, decided_count, poll, now } = visit.loaded
  const pause = reminderPause(poll, now)
  if (decided_count === voters_count) return <p>Everybody who holds a ballot has voted.</p>
  if (pause !== null && poll.reminded_at !== null)
    return (
      <p>
        They were reminded {fromNow(poll.reminded_at, now)}. They can be reminded again{' '}
        <AtTime at={pause} now={now} zone={visit.visitor.time_zone} />.
      </p>
    )
  const undecided = voters_count - decided_count
  return (
    <p>
      {`${undecided} of ${voters_count} ${have(undecided)} not voted. They get a mail with their personal link; nobody who has voted gets one. They can be reminded once in ${REMINDER_PAUSE_HOURS} hours.`}
    </p>
  )
}

export const OutcomeForm: ToolForm = ({ view, form }) => {
  const { outcome, poll } = view.visit.loaded
  return (
    <>
      <p>
        {outcome === null
          ? 'Everybody who could vote is told by mail, and in a thread everybody in the group too.'
          : 'It takes the place of what stands there. Nobody gets another mail.'}
      </p>
      <VerdictPart loaded={view.visit.loaded} zone={view.visit.visitor.time_zone} />
      <AreaField
        form={form}
        name="statement"
        label="Outcome"
        rows={8}
        hint="What was decided, and what happens next. It stands above the results; Markdown works."
        more={{ maxlength: MAX_STATEMENT, required: true }}
      />
      {settlesOnOption(poll.poll_type) && <DecidedOn view={view} form={form} />}
      <LineField
        form={form}
        name="review_on"
        type="date"
        label="Day of review"
        hint="You get a mail on that day, to look at it again. Leave it empty if it needs no review."
      />
    </>
  )
}

function DecidedOn({ view, form }: { view: PollView; form: FormState }): VNode {
  const { loaded, visitor } = view.visit
  const { poll, options } = loaded
  return (
    <SelectField
      form={form}
      name="poll_option_id"
      label="Decided on"
      hint="Not every outcome names one of the options."
      choices={[
        { value: '', label: 'No option in particular' },
        ...options.map(({ id, name }) => ({
          value: String(id),
          label: optionLabel(poll.poll_type, name, visitor.time_zone),
        })),
      ]}
    />
  )
}

/** The outcome that stands, as the form holds it. */
export function outcomeValues({ visit }: PollView): Fields {
  const outcome = visit.loaded.outcome?.outcome
  return {
    statement: outcome?.statement ?? '',
    poll_option_id: String(outcome?.poll_option_id ?? ''),
    review_on: outcome?.review_on ?? '',
  }
}

/** The outcome as it was typed. Where no option is asked for, one that was set otherwise stays. */
export function readOutcome({ visit }: PollView, exchange: Exchange): OutcomeText {
  const { poll, outcome } = visit.loaded
  const option = formText(exchange, 'poll_option_id')
  const review_on = formText(exchange, 'review_on').trim()
  return {
    statement: formText(exchange, 'statement'),
    poll_option_id: !settlesOnOption(poll.poll_type)
      ? (outcome?.outcome.poll_option_id ?? null)
      : option === ''
        ? null
        : Number(/^\d{1,15}$/.exec(option)?.[0] ?? 0),
    review_on: review_on === '' ? null : review_on,
  }
}

export const OptionsForm: ToolForm = ({ view, form }) => (
  <AreaField
    form={form}
    name="options"
    label={labelOf(view.visit.loaded.poll.poll_type, 'options')}
    rows={4}
    hint={
      pollType(view.visit.loaded.poll.poll_type).options_are_times
        ? `One on each line, such as 2027-01-31 18:00 or 2027-01-31. ${inYourZone(view)}`
        : 'One on each line. An option cannot be taken back once it is there.'
    }
  />
)

export const InviteForm: ToolForm = ({ form }) => (
  <AreaField
    form={form}
    name="emails"
    label="Addresses"
    rows={4}
    hint="One on each line or separated by commas, with names if you like: Ann Lee <ann@mill.example>. People who are not in the group get a ballot in this poll and see nothing else of the group. Whoever holds a ballot gets no other."
  />
)

const HIDING = [
  { value: 'off', label: 'Results can be seen while voting goes on' },
  { value: 'until_vote', label: 'Each voter sees the results after voting' },
  { value: 'until_closed', label: 'Results are shown when voting has closed' },
]

export const EditForm: ToolForm = ({ view, form }) => {
  const { poll, options, now } = view.visit.loaded
  const open = pollState(poll, now).is === 'open'
  const from = open ? HIDING.findIndex(({ value }) => value === poll.hide_results) : 0
  return (
    <>
      <LineField form={form} name="title" label="Title" />
      <AreaField form={form} name="details" label="Details" rows={8} hint="Markdown works." />
      <OptionMeanings view={view} form={form} />
      {open && <ClosingField view={view} form={form} />}
      {poll.anonymous ? (
        <p>{resultsRule(poll)}</p>
      ) : (
        <ChoiceField
          form={form}
          name="hide_results"
          label="Results"
          choices={HIDING.slice(from)}
          {...(open ? { hint: 'While voting is open they can be hidden longer, and not shown sooner.' } : {})}
        />
      )}
      {!open && (
        <RuleFields
          form={form}
          blocking={pollType(poll.poll_type).verdict_rules.includes('no_block')}
          options={options.map(({ name }) => ({
            value: name,
            label: optionLabel(poll.poll_type, name, view.visit.visitor.time_zone),
          }))}
          conditions={Math.max(CONDITIONS, poll.thresholds.length + 1)}
        />
      )}
    </>
  )
}
