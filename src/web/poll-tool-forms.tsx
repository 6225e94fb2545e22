import type { VNode } from 'preact'
import { MAX_STATEMENT } from '../polls/outcome.ts'
import { pollState } from '../polls/poll.ts'
import { REMINDER_PAUSE_HOURS } from '../polls/remind-undecided.ts'
import { localIn } from '../text/local-time.ts'
import { zoneWords } from '../text/time-words.ts'
import { Time } from './date-part.tsx'
import { AreaField, ChoiceField, type FormState, LineField } from './form-part.tsx'
import type { PollView } from './poll-view.ts'

export type ToolForm = (props: { view: PollView; form: FormState }) => VNode

function ClosingField({ view, form, label }: { view: PollView; form: FormState; label: string }): VNode {
  return (
    <LineField
      form={form}
      name="closing_at"
      type="datetime-local"
      label={label}
      hint={`In your time zone: ${zoneWords(view.visit.visitor.time_zone).replace(/[()]/g, '')}.`}
    />
  )
}

/** A closing time as date fields hold it, in the visitor's zone. */
export function closingText(view: PollView): string {
  const { closing_at } = view.visit.loaded.poll
  return closing_at === null ? '' : localIn(view.visit.visitor.time_zone, closing_at)
}

export const OpenForm: ToolForm = (props) => (
  <>
    <p>Once it is open everybody who holds a ballot gets a mail, and votes count.</p>
    <ClosingField {...props} label="Voting closes" />
  </>
)

export const ReopenForm: ToolForm = (props) => (
  <>
    <p>Votes that were cast stand, and can be changed until voting closes again. Results may move.</p>
    <ClosingField {...props} label="Voting closes again" />
  </>
)

export const CloseForm: ToolForm = ({ view }) => {
  const { loaded, visitor } = view.visit
  const state = pollState(loaded.poll, loaded.now)
  return (
    <>
      <p>
        {`${loaded.decided_count} of ${loaded.voters_count} have voted. After closing nobody can vote or change a vote, and everybody sees the results.`}
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

export const RemindForm: ToolForm = ({ view: { visit } }) => {
  const { voters_count, decided_count } = visit.loaded
  return (
    <p>
      {`${voters_count - decided_count} of ${voters_count} have not voted. They get a mail with their personal link; nobody who has voted gets one. They can be reminded once in ${REMINDER_PAUSE_HOURS} hours.`}
    </p>
  )
}

export const OutcomeForm: ToolForm = ({ form }) => (
  <AreaField
    form={form}
    name="statement"
    label="Outcome"
    rows={8}
    hint="What was decided, and what happens next. It stands above the results; Markdown works. Published again it replaces what stands there."
    more={{ maxlength: MAX_STATEMENT, required: true }}
  />
)

export const OptionsForm: ToolForm = ({ view, form }) => (
  <AreaField
    form={form}
    name="options"
    label={view.visit.loaded.poll.poll_type === 'meeting' ? 'Times' : 'Options'}
    rows={4}
    hint={
      view.visit.loaded.poll.poll_type === 'meeting'
        ? 'One on each line, as 2027-03-01 or 2027-03-01T18:00 (UTC unless a zone is added: 2027-03-01T18:00+01:00).'
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
    hint="One on each line, or separated by commas. People who are not in the group get a ballot in this poll and see nothing else of the group. Whoever holds a ballot gets no other."
  />
)

const HIDING = [
  { value: 'off', label: 'Results can be seen while voting goes on' },
  { value: 'until_vote', label: 'Each voter sees the results after voting' },
  { value: 'until_closed', label: 'Results are shown when voting has closed' },
]

export const EditForm: ToolForm = ({ view, form }) => {
  const { poll, now } = view.visit.loaded
  const open = pollState(poll, now).is === 'open'
  const from = open ? HIDING.findIndex(({ value }) => value === poll.hide_results) : 0
  return (
    <>
      <LineField form={form} name="title" label="Title" />
      <AreaField form={form} name="details" label="Details" rows={8} hint="Markdown works." />
      {open && <ClosingField view={view} form={form} label="Voting closes" />}
      <ChoiceField
        form={form}
        name="hide_results"
        label="Results"
        choices={HIDING.slice(from)}
        {...(open ? { hint: 'While voting is open they can be hidden longer, and not shown sooner.' } : {})}
      />
    </>
  )
}
