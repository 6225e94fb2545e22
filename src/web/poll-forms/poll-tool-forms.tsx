import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import type { Tag } from '../../groups/tags/tag.ts'
import { type PlainKey, sentences, t } from '../../locales/say.ts'
import type { ReopeningReach } from '../../notifications/load-withdrawal-reach.ts'
import type { ReminderReach } from '../../notifications/reach-reads.ts'
import { type HideResults, pollState, ranksFixed } from '../../polls/poll.ts'
import { isUndecided, REMINDER_PAUSE_HOURS, reminderPause } from '../../polls/remind-undecided.ts'
import { offersBlock } from '../../polls/results/decision-rules.ts'
import { isRevealing } from '../../polls/results/revealing.ts'
import { pollType } from '../../polls/types/index.ts'
import { AtTime, fromNow, Time } from '../parts/date-part.tsx'
import { AreaField, ChoiceField, type FormState, LineField } from '../parts/form-part.tsx'
import { optionLabel, resultsRule } from '../poll-words/poll-words.ts'
import { SendsMail } from '../request/asked-part.tsx'
import { againPath } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { TagsField } from '../visits/tags-part.tsx'
import { rich } from '../words/rich.tsx'
import { AddedTimes } from './added-times-part.tsx'
import { ClosingField } from './closing-field-part.tsx'
import { OptionMeanings } from './option-meanings-part.tsx'
import { WithdrawsOutcome } from './outcome-form-part.tsx'
import { labelOf } from './poll-labels.ts'
import { CONDITIONS, RuleFields } from './rule-fields-part.tsx'

/**
 * `offered`: the tags of the group, in forms that have its field. `reach`: of a reminder, in its form; else
 * null. `reopening`: whom it concerns, in its form; else null. `told`: how many people get a mail with the
 * outcome, in its form; else null.
 */
export type FormProps = {
  view: PollView
  form: FormState
  offered: readonly Tag[]
  reach: ReminderReach | null
  reopening: ReopeningReach | null
  told: number | null
}
export type ToolForm = (props: FormProps) => VNode

export const OpenForm: ToolForm = (props) => (
  <>
    <p>{t('poll_tool.open_about')}</p>
    <ClosingField {...props} />
    <TellField {...props} />
  </>
)

/** The question of the form of a new poll: drafts do not store its answer. */
function TellField({ view, form }: Pick<FormProps, 'view' | 'form'>): VNode {
  return (
    <ChoiceField
      form={form}
      name="tell"
      label={labelOf(view.visit.loaded.poll.poll_type, 'tell')}
      choices={[
        { value: 'voters', label: t('poll_form.tell_voters') },
        { value: 'nobody', label: t('poll_form.tell_nobody') },
      ]}
    />
  )
}

export const ReopenForm: ToolForm = (props) => (
  <>
    <p>{sentences([t('poll_tool.reopen_about'), mailsNobody(props) ? t('poll_tool.reopen_silent') : ''])}</p>
    <Comers reopening={props.reopening} />
    <WithdrawsOutcome view={props.view} informed={props.reopening?.informed ?? 0} />
    <ClosingField {...props} />
  </>
)

/** Only new voters and those who know an outcome by email get one. */
function mailsNobody({ view, reopening }: FormProps): boolean {
  return (reopening?.comers ?? 0) === 0 && view.visit.loaded.outcome === null
}

/** People who joined while the poll was closed get a ballot too. */
function Comers({ reopening }: Pick<FormProps, 'reopening'>): VNode | null {
  const sends = useContext(SendsMail)
  if (reopening === null || reopening.comers === 0) return null
  const { comers, invited } = reopening
  return (
    <p>
      {sentences([
        t('poll_tool.reopen_comers', { comers }),
        sends ? t('poll_tool.reopen_invites', { invited }) : '',
      ])}
    </p>
  )
}

export const CloseForm: ToolForm = ({ view }) => {
  const { loaded, visitor } = view.visit
  const state = pollState(loaded.poll, loaded.now)
  return (
    <>
      <p>
        {sentences([
          t('poll_tool.close_about', { voted: loaded.decided_count, voters: loaded.voters_count }),
          loaded.poll.anonymous ? t('poll_tool.close_anonymous') : '',
        ])}
      </p>
      {loaded.poll.anonymous && loaded.decided_count > 0 && isRevealing(loaded.decided_count) && (
        <p class="note">{t('poll_tool.close_few', { voted: loaded.decided_count })}</p>
      )}
      {state.is === 'open' && (
        <p>
          {rich('poll_tool.closes_otherwise', {
            time: <Time at={state.until} zone={visitor.time_zone} />,
          })}
        </p>
      )}
    </>
  )
}

/** Whether there is someone to remind whom a mail reaches, and the last reminder is long enough ago. */
export function canRemind({ visit: { loaded } }: PollView, reach: ReminderReach | null): boolean {
  return isUndecided(loaded) && reach?.reached !== 0 && reminderPause(loaded.poll, loaded.now) === null
}

export const RemindForm: ToolForm = ({ view: { visit }, reach }) => {
  const { voters_count, decided_count, poll, now } = visit.loaded
  const pause = reminderPause(poll, now)
  if (!isUndecided(visit.loaded)) return <p>{t('poll_tool.all_voted')}</p>
  if (pause !== null) return <Reminded visit={visit} pause={pause} />
  const counts = { undecided: voters_count - decided_count, voters: voters_count }
  return <RemindAbout counts={counts} reach={reach} anonymous={poll.anonymous} />
}

/** When they were reminded, and when they can be again: not once voting has closed. */
function Reminded({ visit, pause }: Pick<PollView, 'visit'> & { pause: Date }): VNode {
  const { poll, now } = visit.loaded
  const zone = visit.visitor.time_zone
  const distance = fromNow(poll.reminded_at ?? now, { now, zone })
  const state = pollState(poll, now)
  if (state.is === 'open' && state.until <= pause)
    return <p>{t('poll_tool.reminded_for_good', { distance })}</p>
  const when = <AtTime at={pause} now={now} zone={zone} />
  return <p>{rich('poll_tool.reminded_before', { distance, when })}</p>
}

type RemindProps = {
  counts: { undecided: number; voters: number }
  reach: ReminderReach | null
  anonymous: boolean
}

/** How many are to be reminded, how many of them a mail reaches, and why it does not reach others. */
function RemindAbout({ counts, reach, anonymous }: RemindProps): VNode {
  const sends = useContext(SendsMail)
  return (
    <>
      <p>{t('poll_tool.remind_about_unsent', { ...counts, hours: REMINDER_PAUSE_HOURS })}</p>
      {sends && reach !== null && <p>{sentences(reachWords(reach, anonymous))}</p>}
    </>
  )
}

function reachWords(reach: ReminderReach, anonymous: boolean): string[] {
  const { reached, muted, addressless } = reach
  return [
    anonymous ? t('poll_tool.remind_undecided') : t('poll_tool.remind_reaches', { reached }),
    muted > 0 ? t(anonymous ? 'poll_tool.remind_muted_of_all' : 'poll_tool.remind_muted', { muted }) : '',
    addressless > 0 ? t('poll_tool.remind_addressless', { count: addressless }) : '',
    senderWords(reach, anonymous),
  ]
}

/** Whether the sender is among those it is about. Of an anonymous poll it says nothing of their vote. */
function senderWords({ reached, oneself }: ReminderReach, anonymous: boolean): string {
  if (oneself > 0) return t(anonymous ? 'poll_tool.remind_oneself' : 'poll_tool.remind_you_too')
  return reached > 0 && !anonymous ? t('poll_tool.remind_without_you') : ''
}

export const OptionsForm: ToolForm = ({ view, form }) => {
  const { poll, options, now } = view.visit.loaded
  const { poll_type } = poll
  const most = ranksFixed(poll, options.length, now)
  if (pollType(poll_type).options_are_times) return <AddedTimes view={view} form={form} />
  return (
    <AreaField
      form={form}
      name="options"
      label={labelOf(poll_type, 'options')}
      rows={4}
      hint={sentences([
        t('poll_tool.options_hint'),
        most === null ? '' : t('poll_tool.ranks_stay', { most }),
      ])}
    />
  )
}

export const InviteForm: ToolForm = ({ view, form }) => {
  const hint = view.visit.loaded.thread === null ? 'poll_tool.invite_hint' : 'poll_tool.invite_hint_thread'
  return (
    <AreaField
      form={form}
      name="emails"
      label={t('poll_form.addresses')}
      rows={4}
      hint={t(hint, { example: t('form.address_example') })}
    />
  )
}

const HIDING: { value: HideResults; label: PlainKey }[] = [
  { value: 'off', label: 'poll_tool.results_off' },
  { value: 'until_vote', label: 'poll_tool.results_until_vote' },
  { value: 'until_closed', label: 'poll_tool.results_until_closed' },
]

export const TagsForm: ToolForm = ({ form, offered }) => <TagsField form={form} offered={offered} />

/** What editing means once people vote. How many voted in an anonymous poll is not for this form. */
function EditAbout({ view }: Pick<FormProps, 'view'>): VNode {
  const { poll, decided_count, open_count } = view.visit.loaded
  const voted = decided_count + open_count
  return (
    <>
      <p>{t('poll_tool.edit_about')}</p>
      {poll.anonymous ? (
        <p class="note">{t('poll_tool.edit_voted_anonymous')}</p>
      ) : (
        voted > 0 && <p class="note">{t('poll_tool.edit_voted', { voted })}</p>
      )}
    </>
  )
}

/** How to change what the form of a draft does not have. */
function DraftAbout({ view: { visit } }: Pick<FormProps, 'view'>): VNode | null {
  const again = againPath(visit)
  if (again === null) return null
  return (
    <p>
      {rich('poll_tool.edit_draft_about', {
        again: (text) => <a href={again}>{text}</a>,
        discard: (text) => <a href={`/p/${visit.loaded.poll.key}/discard`}>{text}</a>,
      })}
    </p>
  )
}

export const EditForm: ToolForm = ({ view, form, offered }) => {
  const { poll, options, now } = view.visit.loaded
  const open = pollState(poll, now).is === 'open'
  const names = options.map(({ name }) => name)
  const from = open ? HIDING.findIndex(({ value }) => value === poll.hide_results) : 0
  return (
    <>
      {open ? <EditAbout view={view} /> : <DraftAbout view={view} />}
      <LineField form={form} name="title" label={t('poll_form.title')} />
      <AreaField
        form={form}
        name="details"
        label={t('poll_form.details')}
        rows={8}
        hint={t('poll_tool.markdown')}
      />
      <OptionMeanings view={view} form={form} />
      <TagsField form={form} offered={offered} />
      {open && <ClosingField view={view} form={form} />}
      {poll.anonymous ? (
        <p>{resultsRule(poll)}</p>
      ) : (
        <ChoiceField
          form={form}
          name="hide_results"
          label={t('poll_tool.results')}
          choices={HIDING.slice(from).map(({ value, label }) => ({ value, label: t(label) }))}
          {...(open ? { hint: t('poll_tool.results_hint') } : {})}
        />
      )}
      {!open && (
        <RuleFields
          form={form}
          blocking={offersBlock(poll.poll_type, names)}
          options={names.map((name) => ({
            value: name,
            label: optionLabel(poll.poll_type, name, view.visit.visitor.time_zone),
          }))}
          conditions={Math.max(CONDITIONS, poll.thresholds.length + 1)}
        />
      )}
    </>
  )
}
