import type { Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { type Choices, type Reason, saidBy } from '../../polls/ballots/ballot.ts'
import type { OwnBallot } from '../../polls/ballots/load-ballot.ts'
import type { Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { pathHere } from '../request/own-path.ts'
import { OWN_NAME_FIELD } from '../visits/own-name-part.tsx'

/** A ballot's form as it was typed, whatever it is worth: by option slot. `name` null: was not asked. */
export type Typed = {
  chosen: Set<number>
  numbers: Map<number, string>
  reason: string
  name: string | null
  /** The page to go on to once it is cast; null: the poll's. */
  back: string | null
}

/** A text that is said where the page is drawn, in its language. */
export type Words = () => string

/** What is wrong on a ballot: as a whole, at single options (by slot), the reason, and the name. */
export type Faults = {
  whole: Words[]
  options: Map<number, Words>
  reason: Words | null
  name: Problem[]
}

export const EMPTY: Typed = { chosen: new Set(), numbers: new Map(), reason: '', name: null, back: null }

const WHOLE = /^-?\d{1,9}$/
const CHOSEN_FIELD = 'choice'
/** Goes along with a ballot: the page it stood on, where that is not the poll's. */
export const BACK_FIELD = 'back'

/** Goes along with a ballot: of which vote of one's own its page told, see `toldVote`. */
export const SINCE_FIELD = 'since'

/** Polls of some types are answered by choosing options; of the others by a number for each. */
export function isChosen({ poll_type }: Pick<Poll, 'poll_type'>): boolean {
  return pollType(poll_type).answered_by === 'choosing'
}

/** The name of an option's number field. */
export function numberField(slot: number): string {
  return `s${slot}`
}

/** What was typed. Fields of other options are not looked at. */
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
    const number = textsOf(fields[numberField(slot)])[0]?.trim() ?? ''
    if (number !== '') typed.numbers.set(slot, number)
  }
  return typed
}

/**
 * The vote these fields say, for `castBallot`. What is no whole number is passed on as one that none allows.
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
    // A number that scores nothing says nothing: no dots, for instance.
    if (text === undefined || score(number, poll, options.length) === null) return []
    return [[name, number]]
  })
  const reason = typed.reason.trim() === '' ? null : { text: typed.reason, format: 'md' as const }
  return { choices: Object.fromEntries(named), reason }
}

/** The form filled in as this ballot was cast. */
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
 * The form with the option chosen that a link in a mail named, where a ballot is one choice. Null: it names
 * none.
 */
export function typedByLink(poll: Poll, options: PollOption[], name: unknown): Typed | null {
  if (!pollType(poll.poll_type).single_choice) return null
  const option = options.find((one) => one.name === name)
  return option === undefined ? null : { ...EMPTY, chosen: new Set([option.slot]) }
}

/** What a ballot's page tells of the vote that stands: when it was cast, '' when none is. */
export function toldVote(own: OwnBallot | null): string {
  return own?.cast_at.toISOString() ?? ''
}

/** Of which vote the page of a form told, as `castBallot` wants it. What cannot be read is no vote. */
export function sinceOf(field: Fields[string] | undefined): Date | null | undefined {
  if (field === undefined) return undefined
  const at = new Date(typeof field === 'string' ? field : Number.NaN)
  return !Number.isNaN(at.getTime()) && at.toISOString() === field ? at : null
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')
}
