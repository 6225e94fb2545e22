import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { type Problem, problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { sentences, t } from '../../locales/say.ts'
import { electedOptions } from '../../polls/counts/elected.ts'
import { electedWords } from '../../polls/counts/elected-words.ts'
import { isElection } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type Outcome, type OutcomeText, settledOn, settlesOnOption } from '../../polls/outcomes/outcome.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { isBest } from '../../polls/results/tally/result-rows.ts'
import { pollType } from '../../polls/types/index.ts'
import { shownNames } from '../../users/shown-names.ts'
import { AreaField, type FormState, LineField, SelectField } from '../parts/form-part.tsx'
import { pastWords } from '../poll-words/past-words.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { SendsMail } from '../request/asked-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { OutcomePart } from '../results/outcome-part.tsx'
import { VerdictPart } from '../results/verdict-part.tsx'
import type { PollView } from '../visits/poll-view.ts'
import { rich, richSentences } from '../words/rich.tsx'

/** `informed`: how many people know the outcome, and get a mail. */
type WithdrawsProps = { view: PollView; informed: number }

/** What reopening does to a published outcome. */
export function WithdrawsOutcome({ view: { visit }, informed }: WithdrawsProps): VNode | null {
  const sends = useContext(SendsMail)
  const { loaded, visitor } = visit
  if (loaded.outcome === null) return null
  return (
    <>
      <p class="note">
        {sentences([t('poll_tool.reopen_withdraws'), whoHears(loaded, sends ? informed : null)])}
      </p>
      <OutcomePart loaded={loaded} zone={visitor.time_zone} />
    </>
  )
}

/** The outcome that the form for withdrawing it shows. Each edit makes a new one. */
const OF_OUTCOME = 'of_outcome'

/** Nobody withdraws a text that they have not read. */
export function checkShown({ visit }: PollView, exchange: Exchange): Problem[] {
  const shown = formOf(exchange)[OF_OUTCOME]
  const { outcome } = visit.loaded
  const stays = shown === undefined || outcome === null || shown === String(outcome.outcome.id)
  return stays ? [] : [problem('statement', 'changed_meanwhile')]
}

/** What withdrawing an outcome does, while its poll stays closed. `told`: as `informed` above. */
export function WithdrawForm({ view: { visit }, told }: OutcomeProps): VNode {
  const sends = useContext(SendsMail)
  const { loaded, visitor } = visit
  if (loaded.outcome === null) return <p>{t('poll_tool.no_outcome')}</p>
  return (
    <>
      <input type="hidden" name={OF_OUTCOME} value={loaded.outcome.outcome.id} />
      <p>{sentences([t('poll_tool.withdraw_about'), whoHears(loaded, sends ? (told ?? 0) : null)])}</p>
      <OutcomePart loaded={loaded} zone={visitor.time_zone} />
    </>
  )
}

/** `informed` null: no mails are sent. */
function whoHears(loaded: LoadedPoll, informed: number | null): string {
  if (informed === null) return t('poll_tool.reopen_silent')
  return sentences([
    t('poll_tool.reopen_reaches', { reached: informed }),
    informed > 0 && tellsTime(loaded) ? t('poll_tool.reopen_cancels') : '',
  ])
}

/** Whether everyone was notified of a meeting's time, so that an email cancels it. */
export function tellsTime({ poll, outcome, options }: LoadedPoll): boolean {
  if (outcome === null || !pollType(poll.poll_type).options_are_times) return false
  return settledOn(outcome.outcome, options) !== null
}

type Props = { view: PollView; form: FormState }

/** `told`: how many people get a mail with the first outcome, or about its withdrawal. */
type OutcomeProps = Props & { told: number | null }

/** Whether the form edits an outcome (`true`) or publishes a new one. */
const EDITS = 'edits'
const WITHDRAWN = 'withdrawn_meanwhile'

export function OutcomeForm({ view, form, told }: OutcomeProps): VNode {
  const sends = useContext(SendsMail)
  return (
    <>
      <input type="hidden" name={EDITS} value={editsOutcome(view)} />
      <WithdrawnMeanwhile view={view} form={form} />
      <p>
        {sentences([
          whoIsTold(view.visit.loaded, sends ? (told ?? 0) : null),
          isWithdrawnMeanwhile(form) ? '' : fromWithdrawn(view),
        ])}
      </p>
      <VerdictPart loaded={view.visit.loaded} zone={view.visit.visitor.time_zone} />
      <AreaField
        form={form}
        name="statement"
        label={t('poll_tool.outcome')}
        rows={8}
        hint={t('poll_tool.outcome_hint')}
        more={{ required: true }}
      />
      {choosesOne(view.visit.loaded) && <DecidedOn view={view} form={form} />}
      <LineField
        form={form}
        name="review_on"
        type="date"
        label={t('poll_tool.review_on')}
        hint={t(sends ? 'poll_tool.review_on_hint' : 'poll_tool.review_on_hint_unsent')}
      />
      {view.visit.loaded.outcome !== null && (
        <p>{rich('poll_tool.withdraw_instead', { link: (text) => <a href="withdraw-outcome">{text}</a> })}</p>
      )}
    </>
  )
}

/** Why an edit of an outcome became the publishing of a new one. */
function WithdrawnMeanwhile({ view: { visit, past }, form }: Props): VNode | null {
  if (!isWithdrawnMeanwhile(form)) return null
  const withdrawal = past.changes.find(({ what, withdraws }) => what === 'withdrawal' || withdraws)
  const names = shownNames(withdrawal?.by ? [withdrawal.by] : [])
  return (
    <p class="note">
      {richSentences([
        withdrawal !== undefined && pastWords(withdrawal, { names, zone: visit.visitor.time_zone }),
        t('poll_tool.outcome_withdrawn_meanwhile'),
      ])}
    </p>
  )
}

const isWithdrawnMeanwhile = ({ problems }: FormState): boolean =>
  problems.some(({ code }) => code === WITHDRAWN)

/** Why the form has a text. Empty: it has none of an earlier outcome. */
function fromWithdrawn(view: PollView): string {
  if (withdrawnIn(view) === null) return ''
  return t(
    view.past.withdrawn[0]?.by_reopening
      ? 'poll_tool.outcome_from_earlier'
      : 'poll_tool.outcome_from_withdrawn',
  )
}

/** `told`: null where no mails are sent. */
function whoIsTold({ poll, outcome }: LoadedPoll, told: number | null): string {
  if (outcome === null)
    return told === null ? t('poll_tool.outcome_unsent') : t('poll_tool.outcome_reaches', { reached: told })
  const moves = told !== null && pollType(poll.poll_type).options_are_times
  return t(moves ? 'poll_tool.outcome_again_time' : 'poll_tool.outcome_again')
}

/** Several elected options are named in the text: an outcome has room for one. */
function choosesOne(loaded: LoadedPoll): boolean {
  const { poll, outcome } = loaded
  if (!settlesOnOption(poll.poll_type)) return false
  return (outcome?.outcome.poll_option_id ?? null) !== null || !electsSeveral(loaded)
}

const electsSeveral = (loaded: LoadedPoll): boolean =>
  isElection(loaded.poll) && electedOptions(loaded).length > 1

function DecidedOn({ view, form }: Props): VNode {
  const { loaded, visitor } = view.visit
  const { poll, options } = loaded
  return (
    <SelectField
      form={form}
      name="poll_option_id"
      label={t('poll_tool.decided_on')}
      hint={t('poll_tool.decided_on_hint')}
      choices={[
        { value: '', label: t('poll_tool.no_option') },
        ...options.map(({ id, name }) => ({
          value: String(id),
          label: optionLabel(poll.poll_type, name, visitor.time_zone),
        })),
      ]}
    />
  )
}

/** The outcome that the poll had before it was reopened. Null: none, or there is a new one. */
function withdrawnIn({ visit, past }: PollView): Outcome | null {
  return visit.loaded.outcome === null ? (past.withdrawn[0]?.outcome ?? null) : null
}

/** "Funded: Bench and Trees.": where one option alone says too little. Null: one or none is chosen. */
function allElected({ visit: { loaded, visitor } }: PollView): string | null {
  const { poll } = loaded
  if (!electsSeveral(loaded)) return null
  const options = electedOptions(loaded)
  const label = (name: string) => optionLabel(poll.poll_type, name, visitor.time_zone)
  return electedWords(poll, { by: 'election', options, by_lot: poll.elected_by_lot === true }, label)
}

/**
 * The current outcome, as values of the form; a new one begins with the earlier text, or with the options
 * that are elected.
 */
export function outcomeValues(view: PollView): Fields {
  const { visit } = view
  const outcome = visit.loaded.outcome?.outcome
  return {
    statement: outcome?.statement ?? withdrawnIn(view)?.statement ?? allElected(view) ?? '',
    poll_option_id: String(
      (outcome === undefined ? foregone(visit.loaded)?.id : outcome.poll_option_id) ?? '',
    ),
    review_on: outcome?.review_on ?? '',
  }
}

/** The option that the count alone decides on: the only one elected, or the only time that suits best. */
function foregone(loaded: LoadedPoll): PollOption | null {
  const found = isElection(loaded.poll) ? electedOptions(loaded) : bestTimes(loaded)
  return found.length === 1 ? (found[0] ?? null) : null
}

function bestTimes({ poll, results }: LoadedPoll): PollOption[] {
  if (!results.shown || !pollType(poll.poll_type).options_are_times) return []
  return results.rows.filter(isBest).map(({ option }) => option)
}

const editsOutcome = ({ visit }: PollView): string => String(visit.loaded.outcome !== null)

/** The form of an outcome that was withdrawn in the meantime would publish it again. */
export function checkStands({ visit }: PollView, fields: Fields): Problem[] {
  const gone = fields[EDITS] === 'true' && visit.loaded.outcome === null
  return gone ? [problem('statement', WITHDRAWN)] : []
}

/** The form of a new outcome would edit one that somebody published in the meantime. */
export function checkEdits({ visit }: PollView, exchange: Exchange): Problem[] {
  const edits = formOf(exchange)[EDITS] === 'false' && visit.loaded.outcome !== null
  return edits ? [problem('statement', 'changed_meanwhile')] : []
}

/** The outcome as typed. If the form has no option field, an option set otherwise stays. */
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
