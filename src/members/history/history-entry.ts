import type { FieldChange } from '../../events/field-change.ts'
import { type EventKind, factsOf } from '../../events/kinds.ts'
import type { User } from '../../users/user.ts'

/**
 * One action in the group. `actor` null: the service itself, or someone at its command line; `number`: of
 * its event in the group's feed, null where none was recorded.
 */
export type HistoryEntry = {
  number: number | null
  what: EventKind | 'member_joined'
  at: Date
  actor: User | null
  person: User | null
  /** Of a webhook: its host. */
  title: string | null
  /** Of a webhook that is still at this host: what tells it from others there. */
  place: string | null
  poll: string | null
  thread: string | null
  subject_id: number
  changes: FieldChange[]
  /** Voting in its poll had not opened yet. */
  of_draft: boolean
  /** Its webhook has been removed. */
  is_gone: boolean
}

/**
 * The entries for people, one for each act: an approved request is told without the membership it made, and a
 * membership that begins with joining without the joining.
 */
export function oneForEachAct(entries: HistoryEntry[]): HistoryEntry[] {
  const letIn = new Set(entries.filter((one) => isAnswer(one) || isByLink(one)).map(momentOfSubject))
  return entries.filter((one) =>
    one.what === 'member_joined' ? !letIn.has(momentOfSubject(one)) : !isByApproval(one),
  )
}

/** What one transaction did to one membership has the same time. */
function momentOfSubject({ subject_id, at }: HistoryEntry): string {
  return `${subject_id} ${at.getTime()}`
}

/** The answer to a request to join. */
const isAnswer = ({ what }: HistoryEntry) => factsOf(what)?.mail?.kind === 'join_answer'

/** The membership of a person who came by a link to join. */
const isByLink = ({ changes }: HistoryEntry) => changes.some(({ field }) => field === 'by_link')

/** Someone else let the person in: they approved a request, which is an entry of its own. */
function isByApproval(entry: HistoryEntry): boolean {
  return isByLink(entry) && entry.actor !== null && entry.actor.id !== entry.person?.id
}
