import { firstFew, type Problem, problem } from '../errors.ts'
import { checkLength } from '../text/length.ts'
import { type Addressee, type AddressList, readAddresses } from '../users/address-list.ts'
import { MAX_MESSAGE } from './discussion.ts'

/** The people to notify of a new thread or poll, or to invite to it. */
export type Recipients = {
  /** The whole group. */
  audience: 'group' | null
  user_ids: number[]
  emails: Addressee[]
  message: string | null
}

export const MAX_RECIPIENTS = 1_000

type ReadRecipients = { recipients: Recipients & { emails: string[] } } & Pick<
  AddressList,
  'names' | 'problems'
>

/** The recipients: their addresses as stored, the names beside them, and the problems. */
export function readRecipients(given: Recipients): ReadRecipients {
  const { addresses, names, problems } = readAddresses(
    given.emails.slice(0, MAX_RECIPIENTS),
    'recipient_emails',
  )
  const tooMany = (field: string, count: number): Problem[] =>
    count > MAX_RECIPIENTS ? [problem(field, 'too_many_in_request', { most: MAX_RECIPIENTS })] : []
  return {
    recipients: {
      ...given,
      emails: addresses,
      user_ids: [...new Set(given.user_ids.slice(0, MAX_RECIPIENTS))],
    },
    names,
    problems: [
      ...tooMany('recipient_emails', given.emails.length),
      ...tooMany('recipient_user_ids', given.user_ids.length),
      ...problems,
      ...checkLength('recipient_message', given.message, MAX_MESSAGE),
    ],
  }
}

/** A problem with the ids in `wanted` that are not `known`. */
export function checkUserIds(wanted: number[], known: number[], field = 'recipient_user_ids'): Problem[] {
  const found = new Set(known)
  const strangers = wanted.filter((id) => !found.has(id))
  if (strangers.length === 0) return []
  const { few, more } = firstFew(strangers)
  return [problem(field, 'no_members_or_guests', { list: few.map(String), more })]
}
