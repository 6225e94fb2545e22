import type { VNode } from 'preact'
import type { Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import { type Choices, type Reason, saidBy } from '../../polls/ballots/ballot.ts'
import type { OwnBallot } from '../../polls/ballots/load-ballot.ts'
import { QUESTION_FIELD, questionAsked } from '../../polls/past/question-asked.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { plainDigits } from '../../text/plain-digits.ts'
import { faultId } from '../parts/field-fault-part.tsx'
import { pathHere } from '../request/own-path.ts'
import { OWN_NAME_FIELD } from '../visits/own-name-part.tsx'

/**
 * The form as shown. `kept`: it holds a submission that failed, or an option preselected by a link. `note`:
 * why it failed, above the form, because the response opens there. `asked_other`: the link is in a mail that
 * asks another question, because the poll was edited.
 */
export type Filled = {
  typed: Typed
  faults: Faults | null
  kept: 'sent' | 'chosen' | null
  note?: VNode | null
  asked_other?: boolean
}

/** The data that a ballot is rendered from. */
export type BallotVisit = Pick<PollVisit, 'visitor' | 'came_by' | 'vouched'> & {
  loaded: Pick<PollVisit['loaded'], 'poll' | 'options' | 'in_group' | 'now'>
}

/** A ballot's form as typed, valid or not, by option slot. `name` null: the form did not ask for it. */
export type Typed = {
  chosen: Set<number>
  numbers: Map<number, string>
  reason: string
  name: string | null
  /** The page to return to after voting; null: the poll's. */
  back: string | null
}

/** A text that is written when the page is rendered, in its language. */
export type Words = () => string

/**
 * The problems of a ballot: in general, of single options (by slot), of the reason, and of the name.
 * `lacking`: options without an answer, of which some need one.
 */
export type Faults = {
  whole: Words[]
  options: Map<number, Words>
  lacking: Set<number>
  reason: Words | null
  name: Problem[]
}

export const EMPTY: Typed = { chosen: new Set(), numbers: new Map(), reason: '', name: null, back: null }

const WHOLE = /^-?\d{1,9}$/
const CHOSEN_FIELD = 'choice'
/** A hidden field: the page with this ballot, if that is not the poll's. */
export const BACK_FIELD = 'back'

/** A hidden field: confirms a vote without any dots. */
export const EMPTY_FIELD = 'empty'

/** A hidden field: the version of the voter's own vote that the page showed, see `toldVote`. */
export const SINCE_FIELD = 'since'

/** Voters choose options in polls of some types, and give each option a number in the others. */
export function isChosen({ poll_type }: Pick<Poll, 'poll_type'>): boolean {
  return pollType(poll_type).answered_by === 'choosing'
}

/** Whether the form asked something else than the poll does now. Forms without the field are accepted. */
export function askedOther(fields: Fields, poll: Poll, options: PollOption[]): boolean {
  const asked = fields[QUESTION_FIELD]
  return asked !== undefined && asked !== questionAsked(poll, options)
}

/** The name of an option's number field. */
export function numberField(slot: number): string {
  return `s${slot}`
}

/** The id of the first control for an option, which error summaries link to. */
export function answerId(poll: Pick<Poll, 'poll_type'>, slot: number): string {
  return isChosen(poll) ? `${CHOSEN_FIELD}-${slot}` : numberField(slot)
}

/** The id of the error of all answers together. */
export const WHOLE_FAULT = 'answers-fault'

/** The id of the error that an option's field has. */
export function faultAt(faults: Faults | null, slot: number): string | undefined {
  if (faults?.options.has(slot)) return faultId(slot)
  return faults?.lacking.has(slot) ? WHOLE_FAULT : undefined
}

/** Reads what was typed. Ignores fields of other options. */
export function readTyped(options: PollOption[], fields: Fields): Typed {
  const chosen = new Set(textsOf(fields[CHOSEN_FIELD]))
  const typed: Typed = {
    chosen: new Set(),
    numbers: new Map(),
    reason: textsOf(fields['reason'])[0] ?? '',
    name: textsOf(fields[OWN_NAME_FIELD])[0] ?? null,
    back: pathHere(fields[BACK_FIELD]),
  }
  for (const { slot } of options) {
    if (chosen.has(String(slot))) typed.chosen.add(slot)
    const number = plainDigits(textsOf(fields[numberField(slot)])[0] ?? '')
    if (number !== '') typed.numbers.set(slot, number)
  }
  return typed
}

/**
 * The vote in these fields, for `castBallot`. Text that is not a whole number becomes a number that no poll
 * allows.
 */
export function votedBy(
  poll: Poll,
  options: PollOption[],
  typed: Typed,
): { choices: Choices; reason: Reason | null } {
  const { score } = pollType(poll.poll_type)
  const named = options.flatMap(({ slot, name }): [string, number][] => {
    if (isChosen(poll)) return typed.chosen.has(slot) ? [[name, 1]] : []
    const text = typed.numbers.get(slot)
    const number = text === undefined || !WHOLE.test(text) ? Number.NaN : Number(text)
    // An option with a number that scores nothing is left out: no dots, for instance.
    if (text === undefined || score(number, poll, options.length) === null) return []
    return [[name, number]]
  })
  const reason = typed.reason.trim() === '' ? null : { text: typed.reason, format: 'md' as const }
  return { choices: Object.fromEntries(named), reason }
}

/** No dots are placed, and the voter has not confirmed that. */
export function isUnsure(poll: Poll, choices: Choices, fields: Fields): boolean {
  const dots = pollType(poll.poll_type).budget(poll)
  return dots !== null && Object.keys(choices).length === 0 && fields[EMPTY_FIELD] !== 'yes'
}

/** The form filled in with a cast ballot. */
export function typedAs(poll: Poll, options: PollOption[], ballot: OwnBallot): Typed {
  const said = saidBy(poll, options.length, ballot.scores)
  const typed: Typed = { ...EMPTY, chosen: new Set(), numbers: new Map(), reason: ballot.reason ?? '' }
  for (const [slot, number] of said) {
    if (isChosen(poll)) typed.chosen.add(slot)
    else typed.numbers.set(slot, String(number))
  }
  return typed
}

/**
 * The form with the option preselected by a link in a mail, if a ballot is one choice. Null: no option named.
 */
export function typedByLink(poll: Poll, options: PollOption[], name: unknown): Typed | null {
  if (!pollType(poll.poll_type).single_choice) return null
  const option = options.find((one) => one.name === name)
  return option === undefined ? null : { ...EMPTY, chosen: new Set([option.slot]) }
}

/** Whether the form's choice is the vote that counts already. */
export function isOwnChoice(poll: Poll, options: PollOption[], { typed, own }: Chosen): boolean {
  if (own === null) return false
  const { chosen } = typedAs(poll, options, own)
  return chosen.size === typed.chosen.size && [...typed.chosen].every((slot) => chosen.has(slot))
}

type Chosen = { typed: Pick<Typed, 'chosen'>; own: OwnBallot | null }

/** The version of the current vote on a ballot's page: when it was cast, '' if there is none. */
export function toldVote(own: Pick<OwnBallot, 'cast_at'> | null): string {
  return own?.cast_at.toISOString() ?? ''
}

/** Parses the version of the vote that a form's page showed, for `castBallot`. Invalid text means no vote. */
export function sinceOf(field: Fields[string] | undefined): Date | null | undefined {
  if (field === undefined) return undefined
  const at = new Date(typeof field === 'string' ? field : Number.NaN)
  return !Number.isNaN(at.getTime()) && at.toISOString() === field ? at : null
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')
}

/** Says that the answers in a ballot are not sent yet; `voted`: an earlier vote still counts. */
export const uncastWords = (voted: boolean) => (voted ? 'ballot.not_changed' : 'ballot.not_cast')
