import { isDeepStrictEqual } from 'node:util'
import { type Problem, problem } from '../../errors.ts'
import { bodyOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { type Choices, readBallot, type Scores } from '../../polls/ballots/ballot.ts'
import { rulesOfOpen } from '../../polls/open/cast-open-ballot.ts'
import { hindranceTo, type OpenBallot, type OpenVisit } from '../../polls/open/load-open-link.ts'
import { isTooLongAddress } from '../../polls/open/vote-link.ts'
import { pollState } from '../../polls/poll.ts'
import { checkName, readName } from '../../users/name.ts'
import { readAddress } from '../../users/user.ts'
import { faultsOf } from '../ballots/ballot-faults.ts'
import {
  askedOther,
  type Faults as BallotFaults,
  isUnsure,
  readTyped,
  SINCE_FIELD,
  type Typed,
  toldVote,
  votedBy,
} from '../ballots/ballot-form.ts'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { openVoteToken } from '../request/open-vote-cookie.ts'

/** The form of a vote by an open link, as sent. `problems`: of name and address. */
export type SentVote = {
  /** Of the link. */
  token: string
  /** Of this browser; '' if it sent no cookie. */
  browser: string
  fields: Fields
  typed: Typed
  choices: Choices
  name: string
  email: string | null
  problems: Problem[]
}

/** Why a vote is not recorded. `faults`: of the ballot; null: only name or address are wrong. */
export type Refused =
  | { why: 'ended' | 'used_up' | 'closed' | 'no_cookies' | 'asked_other' | 'voted' | 'empty' | 'changed' }
  | { why: 'invalid'; faults: BallotFaults | null }
  | { why: 'too_many'; minutes: number }

export function readVote(exchange: Exchange, { loaded: { poll, options } }: OpenVisit): SentVote {
  const { fields } = bodyOf(exchange.request)
  const typed = readTyped(options, fields)
  return {
    token: formText(exchange, 'k'),
    browser: openVoteToken(exchange),
    fields,
    typed,
    choices: votedBy(poll, options, typed).choices,
    ...readPerson(exchange),
  }
}

function readPerson(exchange: Exchange): Pick<SentVote, 'name' | 'email' | 'problems'> {
  const name = readName(formText(exchange, 'name'))
  const written = formText(exchange, 'address').trim()
  const email = written === '' || isTooLongAddress(written) ? null : readAddress(written)
  const problems = [
    ...(name === null ? [problem('name', 'blank')] : checkName(name)),
    ...(written !== '' && email === null ? [problem('address', 'no_whole_address_typed')] : []),
  ]
  return { name: name ?? '', email, problems }
}

/**
 * Whether the page of the form did not show the vote that this browser has by now, perhaps another person's,
 * and the form has another one: a button that was pressed twice sends the same.
 */
function isUntold(own: OpenBallot | null, { fields, name, email }: SentVote, scores: Scores): boolean {
  const told = fields[SINCE_FIELD]
  if (own === null || told === undefined || told === toldVote(own)) return false
  return !isDeepStrictEqual([own.name, own.email, own.scores], [name, email, scores])
}

/** Why this vote is not to be cast; null: it is. In the order of a ballot by a personal link. */
export function refusalOf(visit: OpenVisit, sent: SentVote): Refused | null {
  const { poll, options, now } = visit.loaded
  const hindrance = hindranceTo(visit)
  if (hindrance !== null) return { why: hindrance }
  if (pollState(poll, now).is !== 'open') return { why: 'closed' }
  if (sent.browser === '') return { why: 'no_cookies' }
  if (askedOther(sent.fields, poll, options)) return { why: 'asked_other' }
  const { typed, choices } = sent
  const { problems, scores } = readBallot(rulesOfOpen(poll), options, { choices, reason: null })
  if (isUntold(visit.own, sent, scores)) return { why: 'voted' }
  if (problems.length > 0) return { why: 'invalid', faults: faultsOf(problems, { poll, options, typed }) }
  if (sent.problems.length > 0) return { why: 'invalid', faults: null }
  return isUnsure(poll, choices, sent.fields) ? { why: 'empty' } : null
}
