import type { VNode } from 'preact'
import type { Problem } from '../../errors.ts'
import { sentences, t } from '../../locales/say.ts'
import { needsNameToVote } from '../../members/visits/visit.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { ErrorSummary } from '../parts/error-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { OWN_NAME_FIELD, OwnNameField } from '../visits/own-name-part.tsx'
import { faultSentence } from '../words/fault-words.ts'
import type { Labels } from '../words/form-voice.ts'
import {
  answerId,
  type BallotVisit,
  type Faults,
  type Filled,
  isChosen,
  uncastWords,
  WHOLE_FAULT,
} from './ballot-form.ts'
import { ballotWords } from './ballot-words-part.tsx'
import { pageOf } from './index.ts'
import type { FieldsOf } from './type-page.ts'

/** The answers of a ballot, with what is wrong with them together. */
export function Answers(props: FieldsOf): VNode {
  const { poll, options, faults } = props
  const { Fields } = pageOf(poll.poll_type).ballot
  // Where single options have errors, these say it; the dots left are counted beside the button.
  const counted = pollType(poll.poll_type).budget(poll) !== null
  const lacks = faults !== null && faults.lacking.size > 0
  const together = lacks || (faults !== null && !counted && (isChosen(poll) || faults.options.size === 0))
  const wrong = together ? sentences(faults.whole.map((words) => words())) : ''
  return (
    <fieldset class="stack" aria-describedby={wrong === '' ? undefined : WHOLE_FAULT}>
      <legend>{ballotWords(poll, options.length)}</legend>
      {wrong !== '' && (
        // The note right above says it already, except to those who hear the answers read aloud.
        <p class="mend unseen" id={WHOLE_FAULT}>
          {wrong}
        </p>
      )}
      <Fields {...props} />
    </fieldset>
  )
}

type Props = {
  faults: Faults
  poll: Poll
  /** In this voter's order. */
  options: PollOption[]
  zone: string
  /** Whether an earlier vote still counts. */
  voted: boolean
  /** Whether the page asks for the name above the answers. */
  name_first?: boolean
  /** Fields beside the ballot, with their labels. */
  beside?: { problems: Problem[]; labels: Labels }
}

const NAME_BESIDE = 'name'

/** The error summary above a ballot: what to fix, and where. */
export function FaultNote({ voted, ...props }: Props): VNode {
  return (
    <ErrorSummary>
      <strong>{t(uncastWords(voted))}</strong>
      <ul>
        {linksIn(props).map(({ to, words }) => (
          <li key={`${to} ${words}`}>
            <a href={`#${to}`}>{words}</a>
          </li>
        ))}
      </ul>
    </ErrorSummary>
  )
}

type Link = { to: string; words: string }

/** In the order of the page; whole sentences, as those about the answers are. */
function linksIn({ faults, name_first = true, beside, ...asked }: Omit<Props, 'voted'>): Link[] {
  const around = (beside?.problems ?? []).map((problem) =>
    linkTo(problem.field, beside?.labels[problem.field] ?? problem.field, problem),
  )
  const names = [
    ...faults.name.map((problem) => linkTo(OWN_NAME_FIELD, t('form.your_name'), problem)),
    ...around.filter(({ to }) => to === NAME_BESIDE),
  ]
  return [
    ...(name_first ? names : []),
    ...answersIn({ faults, ...asked }),
    ...(faults.reason === null
      ? []
      : [{ to: 'reason', words: about(t('ballot.your_reason'), faults.reason()) }]),
    ...(name_first ? [] : names),
    ...around.filter(({ to }) => to !== NAME_BESIDE),
  ]
}

function answersIn({ faults, poll, options, zone }: Pick<Props, 'faults' | 'poll' | 'options' | 'zone'>) {
  const wrong = options.filter(({ slot }) => faults.options.has(slot))
  const first = wrong[0] ?? options[0]
  const whole = faults.whole.map((words) => ({ to: answerId(poll, first?.slot ?? 0), words: words() }))
  const single = wrong.map(({ slot, name }) => ({
    to: answerId(poll, slot),
    words: about(optionLabel(poll.poll_type, name, zone), faults.options.get(slot)?.() ?? ''),
  }))
  // If the whole ballot has a fault, the options only repeat it.
  return whole.length > 0 ? whole : single
}

const linkTo = (to: string, label: string, problem: Problem): Link => ({
  to,
  words: faultSentence(label, problem),
})

function about(what: string, message: string): string {
  return t('ballot.fault_of', { what, message })
}

type BesideProps = { visit: BallotVisit; filled: Filled; short: boolean }

/** The reason for a vote. */
export function VoteReason({ visit, filled, short }: BesideProps): VNode {
  const { poll } = visit.loaded
  const rule = poll.stance_reason_required
  const reason = <ReasonField rule={rule} id={`reason${among(visit, short)}`} {...filled} />
  if (!short || rule === 'disabled') return reason
  return (
    <details open={filled.typed.reason !== ''}>
      <summary>{t('ballot.add_reason')}</summary>
      {reason}
    </details>
  )
}

/** The name that others see beside a vote. */
export function VoterName({ visit, filled, short }: BesideProps): VNode | null {
  const { poll } = visit.loaded
  if (poll.anonymous || (short && visit.visitor.named)) return null
  return (
    <OwnNameField
      namer={visit}
      typed={filled.typed.name}
      problems={filled.faults?.name ?? []}
      id={`${OWN_NAME_FIELD}${among(visit, short)}`}
      hint={t('ballot.name_hint')}
      required={needsNameToVote(visit.visitor, poll)}
      as="ballot.votes_as"
    />
  )
}

const among = ({ loaded }: BallotVisit, short: boolean) => (short ? `-${loaded.poll.id}` : '')

type ReasonProps = Pick<Filled, 'typed' | 'faults'> & { id: string; rule: Poll['stance_reason_required'] }

function ReasonField({ rule, id, typed, faults }: ReasonProps): VNode | null {
  if (rule === 'disabled') return null
  const fault = faults?.reason?.() ?? null
  return (
    <div class="field">
      <label for={id}>{t(rule === 'required' ? 'ballot.your_reason' : 'ballot.your_reason_optional')}</label>
      <p class="hint" id={`${id}-hint`}>
        {t('ballot.reason_hint')}
      </p>
      {fault !== null && (
        <p class="mend" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      <textarea
        id={id}
        name="reason"
        rows={3}
        required={rule === 'required'}
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={`${id}-${fault === null ? 'hint' : 'fault'}`}
        value={typed.reason}
      />
    </div>
  )
}

/** For a draft that this browser restores. `voted`: an earlier vote still counts. */
export function UncastNote({ voted }: { voted: boolean }): VNode {
  return (
    <p class="note" hidden data-uncast="">
      {t(uncastWords(voted))}
    </p>
  )
}

/** The end of a ballot. `own`: the vote that it changes. */
export function CastButton({ own }: { own: object | null }): VNode {
  return (
    <>
      {/* For an open page, when the question is edited while the ballot is being filled in. */}
      <p class="note bad" role="alert" hidden data-edited={t('ballot.edited_meanwhile')} />
      <p>
        <button class="button" type="submit">
          {t(buttonOf(own))}
        </button>
        {/* Takes the place of the button when voting closes while the page is open. */}
        <strong hidden data-over>
          {t(own === null ? 'ballot.closed_uncast' : 'ballot.closed_unchanged')}
        </strong>
      </p>
    </>
  )
}

/** What its button says. */
export const buttonOf = (own: object | null) => (own === null ? 'ballot.cast' : 'ballot.change_vote')
